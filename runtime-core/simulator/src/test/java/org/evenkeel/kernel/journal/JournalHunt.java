package org.evenkeel.kernel.journal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * Runs the crash-point test with a seed in the world of its class loader. Public, and in words of
 * the JDK, since the test that calls it lives in another.
 */
public final class JournalHunt implements LongFunction<List<String>> {

    private interface Check {
        void run(long seed) throws Exception;
    }

    /**
     * What is wrong with a seed: nothing (an empty list), or which check noticed and the message.
     */
    @Override
    @SuppressWarnings("JUnitMethodInvoked") // in a world without JUnit
    public List<String> apply(long seed) {
        JournalCrashPointTest test = new JournalCrashPointTest();
        Map<String, Check> checks = new LinkedHashMap<>();
        checks.put("place", one -> new JournalTest().aRecordCountsInItsPlaceOnly());
        checks.put("flip", test::everyFlippedBitInWhatIsKnownToBeForcedIsRefusedWithItsPlace);
        checks.put("flip after a crash", test::aFlippedBitAfterACrashIsNeverSilent);
        checks.put("lying force", test::aForceThatFailsIsFatalAndWhatIsReadAfterwardsStays);
        checks.put("many lives", test::manyLivesOnOneDiskLoseNothingThatWasForced);
        checks.put("full disk", test::aFullDiskLosesNothingThatWasForced);
        checks.put("crash", test::aCrashBeforeAnyOperationLosesNothingThatWasForced);
        checks.put(
                "kill, then crash",
                test::aLossOfPowerWhileTheNextProcessReadsLosesNothingThatWasForced);
        for (Map.Entry<String, Check> check : checks.entrySet()) {
            try {
                check.getValue().run(seed);
            } catch (Exception | AssertionError e) {
                return List.of(check.getKey(), String.valueOf(e.getMessage()));
            }
        }
        return List.of();
    }
}
