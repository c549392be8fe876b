package org.evenkeel.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.OwnerRecovery;
import org.evenkeel.kernel.journal.Entry;
import org.evenkeel.kernel.journal.Journal;
import org.evenkeel.kernel.journal.JournalDamagedException;
import org.evenkeel.kernel.journal.JournalFailedException;
import org.evenkeel.kernel.journal.JournalSettings;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.simulator.check.Violation;
import org.evenkeel.simulator.disk.CrashOutcome;
import org.evenkeel.simulator.disk.SimCrash;
import org.evenkeel.simulator.disk.SimStorage;
import org.jspecify.annotations.Nullable;

/**
 * The disk of a node: the daemon's journal, with segments so small that they are rotated and
 * cleaned, on a storage that forgets.
 *
 * <p>States: {@code OPEN -> crash -> CLOSED -> recover -> OPEN}. A crash comes at any operation of
 * the group that is being forced, and leaves anything of the pages that were not; one in four
 * recoveries is crashed as well.
 */
final class SimDisk {

    private static final JournalSettings SETTINGS = new JournalSettings(2048, 4096, 256, 4096, 0);
    private static final int PAGE_BYTES = 128;
    private static final int CLEAN_STEP_BYTES = 512;

    /** Operations of a group that a crash may come before; most groups have fewer. */
    private static final int GROUP_OPERATIONS = 6;

    private static final int RECOVERY_OPERATIONS = 8;

    /** One in so many recoveries is crashed; of crashes, so many leave all that was written. */
    private static final int SOMETIMES = 4;

    private final SplittableRandom random;
    private final SurvivingRecords kept = new SurvivingRecords();
    private final List<JournalRecord> written = new ArrayList<>();
    private SimStorage storage;
    private @Nullable Journal journal;

    /**
     * What a process that starts finds.
     *
     * @param event null when it is nothing
     * @param survived written, in this order, and not known to be forced when the last one ended
     */
    record Found(Event.@Nullable Recovered event, List<JournalRecord> survived) {}

    /** An empty disk. */
    SimDisk(SplittableRandom random) {
        this.random = random;
        this.storage = new SimStorage(random, PAGE_BYTES);
        this.journal = open().journal();
    }

    /** Adds to the group. */
    void write(JournalRecord record) {
        written.add(record);
    }

    /** What was written is safe now; returns it. */
    List<JournalRecord> force() {
        Journal open = journal();
        List<JournalRecord> now = List.copyOf(written);
        written.clear();
        try {
            commit(open, kept.wrote(now));
            idle(open);
        } catch (JournalDamagedException | JournalFailedException e) {
            throw violated(e.toString());
        }
        kept.forced();
        return now;
    }

    /** What the journal's thread does with a group. */
    private static void commit(Journal open, List<Entry> group)
            throws JournalDamagedException, JournalFailedException {
        if (open.needsCleaning()) {
            open.clean(CLEAN_STEP_BYTES);
        }
        for (Entry entry : group) {
            if (!open.hasRoom(entry.body().length)) {
                open.force();
            }
            open.append(entry);
        }
        open.force();
    }

    /** What it does when nothing is to be written, if it gets so far. */
    private void idle(Journal open) throws JournalDamagedException, JournalFailedException {
        while (open.needsCleaning() && random.nextBoolean()) {
            open.clean(CLEAN_STEP_BYTES);
            open.force();
        }
        if (random.nextBoolean()) {
            open.forceMark();
        }
    }

    /** The process ends, or its machine loses power, while it writes what is to be forced. */
    void crash() {
        if (journal == null) {
            return;
        }
        if (!written.isEmpty()) {
            storage.crashBefore(storage.operations() + random.nextInt(GROUP_OPERATIONS));
            try {
                commit(journal, kept.wrote(written));
            } catch (SimCrash e) {
                // as it was to be
            } catch (JournalDamagedException | JournalFailedException e) {
                throw violated(e.toString());
            }
            written.clear();
        }
        journal = null;
        lose();
    }

    private void lose() {
        CrashOutcome[] all = CrashOutcome.values();
        storage =
                random.nextInt(SOMETIMES) == 0
                        ? storage.afterKill()
                        : storage.afterCrash(all[random.nextInt(all.length)]);
    }

    /**
     * Opens the journal again.
     *
     * @throws Violation of J1: what is there is not what was written up to some point behind the
     *     last force
     */
    Found recover() {
        if (random.nextInt(SOMETIMES) == 0) {
            storage.crashBefore(random.nextInt(RECOVERY_OPERATIONS));
            try {
                open();
            } catch (SimCrash e) {
                // as it was to be
            }
            lose();
        }
        Journal.Opened opened = open();
        journal = opened.journal();
        List<JournalRecord> survived = kept.survived(opened.live());
        if (survived == null) {
            throw violated("the records read back differ from those written");
        }
        OwnerRecovery ownerRecovery = new OwnerRecovery();
        opened.live().forEach(key -> key.entries().forEach(e -> ownerRecovery.add(kept.record(e))));
        return new Found(ownerRecovery.event(), survived);
    }

    private Journal.Opened open() {
        try {
            return Journal.open(storage, SETTINGS);
        } catch (JournalDamagedException | JournalFailedException e) {
            throw violated(e.toString());
        }
    }

    private Journal journal() {
        if (journal == null) {
            throw new IllegalStateException("the process has ended");
        }
        return journal;
    }

    private static Violation violated(String what) {
        return new Violation("J1", null, what);
    }
}
