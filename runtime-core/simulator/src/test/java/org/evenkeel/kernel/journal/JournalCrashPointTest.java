package org.evenkeel.kernel.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.evenkeel.simulator.disk.CrashOutcome;
import org.evenkeel.simulator.disk.SimCrash;
import org.evenkeel.simulator.disk.SimStorage;
import org.evenkeel.testing.Seeds;
import org.junit.jupiter.api.AfterAll;

/**
 * J1 and J2 at every write and force boundary: whatever a crash leaves of the unforced pages,
 * recovery yields what was written up to some moment no earlier than the last acknowledged force;
 * and damage in what is known to be forced is refused. About 30,000 recoveries, with {@code
 * -Devenkeel.long=true} ten times as many.
 */
class JournalCrashPointTest {

    private static final boolean LONG = Boolean.getBoolean("evenkeel.long");
    private static final int WORKLOADS = LONG ? 20 : 2;
    private static final int STEPS = 90;
    private static final AtomicLong RECOVERIES = new AtomicLong();

    /** What a process did until its end. */
    private record Life(SimStorage storage, JournalModel model) {}

    @AfterAll
    static void countsRecoveries() {
        System.out.println("JournalCrashPointTest: " + RECOVERIES + " recoveries");
        if (System.getProperty("evenkeel.seed") == null) {
            assertThat(RECOVERIES.get()).isGreaterThan(LONG ? 10_000 : 1_000);
        }
    }

    @Seeds(4)
    void aCrashBeforeAnyOperationLosesNothingThatWasForced(long seed) {
        for (int i = 0; i < WORKLOADS; i++) {
            long workload = seed * 1000 + i;
            long operations = live(workload, 0, Long.MAX_VALUE).storage().operations();
            for (long at = 0; at <= operations; at++) {
                for (CrashOutcome outcome : CrashOutcome.values()) {
                    String name = "workload " + workload + ", crash before " + at + ", " + outcome;
                    Life life = live(workload, at * 31 + outcome.name().length(), at);
                    recover(name, life.storage().afterCrash(outcome), life.model(), workload + at);
                }
            }
        }
    }

    @Seeds(4)
    void aForceThatFailsIsFatalAndWhatIsReadAfterwardsStays(long seed) {
        for (int i = 0; i < WORKLOADS; i++) {
            long workload = seed * 1000 + i;
            long operations = live(workload, 0, Long.MAX_VALUE).storage().operations();
            for (long at = 0; at < operations; at += 3) {
                String name = "workload " + workload + ", force fails from " + at;
                SplittableRandom random = new SplittableRandom(workload * 7 + at);
                SimStorage storage = new SimStorage(random, pageBytes(workload));
                storage.failForceFrom(at);
                Life life = live(workload, storage, true);
                // The next process finds in memory what is not on disk, believes it, and then the
                // power goes.
                SimStorage next = storage.afterKill();
                List<LiveKey> read = open(name, next).live();
                int prefix = life.model().prefix(read, life.model().acknowledged());
                assertThat(prefix).as(name).isNotNegative();
                life.model().recovered(prefix);
                recover(name, next.afterCrash(CrashOutcome.NOTHING), life.model(), at);
            }
        }
    }

    @Seeds(4)
    void aLossOfPowerWhileTheNextProcessReadsLosesNothingThatWasForced(long seed) {
        for (int i = 0; i < WORKLOADS; i++) {
            long workload = seed * 1000 + i;
            long operations = live(workload, 0, Long.MAX_VALUE).storage().operations();
            for (long at = 2; at <= operations; at++) {
                SplittableRandom random = new SplittableRandom(workload * 23 + at);
                CrashOutcome[] outcomes = CrashOutcome.values();
                for (int during = 0; during < 6; during++) {
                    CrashOutcome outcome = outcomes[random.nextInt(outcomes.length)];
                    String name =
                            "workload %d, killed before %d, then %s before %d"
                                    .formatted(workload, at, outcome, during);
                    Life life = live(workload, at + during, at);
                    SimStorage next = life.storage().afterKill();
                    next.crashBefore(during);
                    try {
                        List<LiveKey> read = open(name, next).live();
                        life.model().recovered(life.model().prefix(read, 0));
                    } catch (SimCrash expected) {
                        // nothing was said to be there
                    }
                    recover(name, next.afterCrash(outcome), life.model(), at);
                }
            }
        }
    }

    @Seeds(4)
    void aFullDiskLosesNothingThatWasForced(long seed) {
        for (int i = 0; i < WORKLOADS; i++) {
            long workload = seed * 1000 + i;
            for (int room = 60; room < 4000; room += 97) {
                for (CrashOutcome outcome : CrashOutcome.values()) {
                    String name = "workload " + workload + ", room for " + room + ", " + outcome;
                    SplittableRandom random = new SplittableRandom(workload * 11 + room);
                    SimStorage storage = new SimStorage(random, pageBytes(workload));
                    storage.capacity(room);
                    Life life = live(workload, storage, true);
                    recover(name, storage.afterCrash(outcome), life.model(), workload + room);
                }
            }
        }
    }

    @Seeds(4)
    void manyLivesOnOneDiskLoseNothingThatWasForced(long seed) {
        for (int i = 0; i < WORKLOADS; i++) {
            long workload = seed * 1000 + i;
            RandomGenerator random = new SplittableRandom(workload);
            SimStorage storage = new SimStorage(new SplittableRandom(workload * 13), 128);
            JournalModel model = new JournalModel();
            JournalWorkload work = new JournalWorkload(random, model);
            for (int life = 0; life < 40; life++) {
                String name = "workload " + workload + ", life " + life;
                storage.crashBefore(random.nextInt(80));
                try {
                    Journal.Opened opened = Journal.open(storage, JournalWorkload.SETTINGS);
                    RECOVERIES.incrementAndGet();
                    int prefix = model.prefix(opened.live(), model.acknowledged());
                    assertThat(prefix).as(name).isNotNegative();
                    model.recovered(prefix);
                    work.run(opened.journal(), 100);
                } catch (SimCrash expected) {
                    // the next life finds what is left
                } catch (Exception e) {
                    fail(name, e);
                }
                CrashOutcome[] outcomes = CrashOutcome.values();
                storage =
                        random.nextInt(4) == 0
                                ? storage.afterKill()
                                : storage.afterCrash(outcomes[random.nextInt(outcomes.length)]);
            }
        }
    }

    @Seeds(4)
    void everyFlippedBitInWhatIsKnownToBeForcedIsRefusedWithItsPlace(long seed) throws Exception {
        for (int i = 0; i < WORKLOADS; i++) {
            long workload = seed * 1000 + i;
            SplittableRandom random = new SplittableRandom(workload * 17);
            for (int flip = 0; flip < 60; flip++) {
                Flipped flipped = flipped(workload, random);
                String name = "workload " + workload + ", " + flipped;
                try {
                    Journal.open(flipped.storage(), JournalWorkload.SETTINGS);
                    fail("opened: " + name);
                } catch (JournalDamagedException e) {
                    RECOVERIES.incrementAndGet();
                    long at = flipped.bit() / Byte.SIZE;
                    assertThat(e.file()).as(name).isEqualTo(flipped.file());
                    assertThat(e.offset()).as(name).isBetween(at - 350, at);
                    assertThat(e).hasMessageContaining(flipped.file());
                }
                assertThat(flipped.storage().operations()).as(name).isZero();
            }
        }
    }

    private record Flipped(SimStorage storage, String file, long bit) {
        @Override
        public String toString() {
            return file + " bit " + bit;
        }
    }

    /** A journal at rest with one bit flipped somewhere before its last mark. */
    private Flipped flipped(long workload, RandomGenerator random) throws Exception {
        SimStorage storage = new SimStorage(new SplittableRandom(workload), 128);
        Life life = live(workload, storage, false);
        Journal journal = Journal.open(storage, JournalWorkload.SETTINGS).journal();
        new JournalWorkload(new SplittableRandom(workload), life.model()).run(journal, 10);
        journal.append(Entry.end(new Key((byte) 3, 1, 1)));
        journal.force();
        journal.forceMark();
        List<String> files = segments(storage);
        SimStorage rest = storage.afterCrash(CrashOutcome.NOTHING); // deleted ones may be back
        String file = files.get(random.nextInt(files.size()));
        long bytes = rest.size(file);
        if (file.equals(files.getLast())) {
            bytes -= RecordFormat.MARK_BYTES;
        }
        long bit = random.nextLong(bytes * Byte.SIZE);
        rest.flip(file, bit);
        return new Flipped(rest, file, bit);
    }

    @Seeds(4)
    void aFlippedBitAfterACrashIsNeverSilent(long seed) throws Exception {
        for (int i = 0; i < WORKLOADS; i++) {
            long workload = seed * 1000 + i;
            long operations = live(workload, 0, Long.MAX_VALUE).storage().operations();
            for (long at = 2; at <= operations; at++) {
                SplittableRandom random = new SplittableRandom(workload * 19 + at);
                CrashOutcome[] outcomes = CrashOutcome.values();
                CrashOutcome outcome = outcomes[random.nextInt(outcomes.length)];
                Life life = live(workload, at, at);
                SimStorage left = life.storage().afterCrash(outcome);
                List<String> files = segments(left);
                if (files.isEmpty() || left.size(files.getLast()) == 0) {
                    continue;
                }
                String file = files.get(random.nextInt(files.size()));
                long bit = random.nextLong(left.size(file) * Byte.SIZE);
                left.flip(file, bit);
                String name =
                        "workload "
                                + workload
                                + ", crash before "
                                + at
                                + ", "
                                + outcome
                                + ", "
                                + new Flipped(left, file, bit);
                neverSilent(name, left, life.model());
            }
        }
    }

    private static List<String> segments(SimStorage storage) {
        return storage.list().stream().filter(file -> SegmentName.number(file) > 0).toList();
    }

    private static void neverSilent(String name, SimStorage storage, JournalModel model)
            throws Exception {
        RECOVERIES.incrementAndGet();
        try {
            Journal.Opened opened = Journal.open(storage, JournalWorkload.SETTINGS);
            assertThat(model.prefix(opened.live(), model.known())).as(name).isNotNegative();
            if (model.prefix(opened.live(), model.acknowledged()) < 0) {
                assertThat(opened.report().dropped()).as(name).isPresent();
            }
        } catch (JournalDamagedException refused) {
            assertThat(refused.getMessage()).as(name).contains("offset");
        }
    }

    // ---- One life

    private static Life live(long workload, long chance, long crashBefore) {
        SimStorage storage =
                new SimStorage(new SplittableRandom(workload ^ chance), pageBytes(workload));
        storage.crashBefore(crashBefore);
        return live(workload, storage, false);
    }

    private static int pageBytes(long workload) {
        return 64 << workload % 4;
    }

    /** Uses a journal until the workload ends, the process crashes or, if permitted, fails. */
    private static Life live(long workload, SimStorage storage, boolean mayFail) {
        JournalModel model = new JournalModel();
        RandomGenerator random = new SplittableRandom(workload);
        try {
            Journal journal = Journal.open(storage, JournalWorkload.SETTINGS).journal();
            new JournalWorkload(random, model).run(journal, STEPS);
        } catch (SimCrash expected) {
            // as asked
        } catch (JournalFailedException e) {
            if (!mayFail) {
                fail("workload " + workload, e);
            }
        } catch (Exception e) {
            fail("workload " + workload, e);
        }
        return new Life(storage, model);
    }

    // ---- Recovery

    /** Recovers, often after crashes during recovery, and checks what is there; twice. */
    private static void recover(String name, SimStorage left, JournalModel model, long chance) {
        SplittableRandom random = new SplittableRandom(chance);
        SimStorage storage = left;
        for (int crashes = random.nextInt(3); crashes > 0; crashes--) {
            storage.crashBefore(random.nextInt(12));
            try {
                Journal.open(storage, JournalWorkload.SETTINGS);
            } catch (SimCrash expected) {
                // as asked
            } catch (Exception e) {
                fail(name, e);
            }
            RECOVERIES.incrementAndGet();
            CrashOutcome[] outcomes = CrashOutcome.values();
            storage = storage.afterCrash(outcomes[random.nextInt(outcomes.length)]);
        }
        Journal.Opened opened = open(name, storage);
        int prefix = model.prefix(opened.live(), model.acknowledged());
        assertThat(prefix).as(name).isNotNegative();
        model.recovered(prefix);
        try {
            new JournalWorkload(random, model).run(opened.journal(), 15);
        } catch (Exception e) {
            fail(name, e);
        }
        Journal.Opened again = open(name, storage.afterCrash(CrashOutcome.SUBSET));
        assertThat(model.prefix(again.live(), model.acknowledged())).as(name).isNotNegative();
    }

    private static Journal.Opened open(String name, SimStorage storage) {
        RECOVERIES.incrementAndGet();
        try {
            return Journal.open(storage, JournalWorkload.SETTINGS);
        } catch (JournalDamagedException | JournalFailedException e) {
            throw new AssertionError(name, e);
        }
    }
}
