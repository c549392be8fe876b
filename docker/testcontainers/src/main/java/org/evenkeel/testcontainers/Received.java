package org.evenkeel.testcontainers;

import java.util.List;
import java.util.Locale;

/**
 * What an emulated workstation really got, over windows in which its workers had something to do
 * all the time.
 *
 * @param quota processors its workers were to have
 * @param processors they had, on average; 0 without such a window
 * @param windows how many of these there were
 * @param shortWindows in how many of them it got clearly less than its quota: the machine that
 *     carries them all had no more
 */
public record Received(
        String node, double quota, double processors, int windows, int shortWindows) {

    /** What of its quota it had; 1 without a window. */
    public double share() {
        return windows == 0 ? 1 : processors / quota;
    }

    /**
     * Why figures of these workstations mean nothing; empty when they do mean something.
     *
     * @param all of a measurement
     */
    public static String doubt(List<Received> all) {
        List<String> bad =
                all.stream()
                        .filter(one -> one.shortWindows() * 10 > one.windows())
                        .map(one ->
                                String.format(
                                        Locale.ROOT,
                                        "%s got %.3f of %.3f processors",
                                        one.node(),
                                        one.processors(),
                                        one.quota()))
                        .toList();
        return bad.isEmpty() ? "" : "host overloaded: " + String.join(", ", bad);
    }
}
