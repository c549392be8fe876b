package org.evenkeel.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.driver.DurabilityBarrier;
import org.evenkeel.kernel.driver.RecordWriter;
import org.evenkeel.model.JournalRecord;
import org.jspecify.annotations.Nullable;

/**
 * What the thread of a daemon's journal is to the {@link DurabilityBarrier}, in virtual time. The
 * disk is made when something is written for the first time: most simulations have none.
 *
 * <p>States: {@code FREE -> records are handed over -> FORCING -> forced -> FREE}, or {@code
 * FORCING} once more with what came meanwhile, as one group. A force that fails ends the process,
 * as it ends a daemon.
 */
final class SimJournaling {

    private final SimCluster simCluster;
    private final SimNode node;
    private ProcessJournal process = new ProcessJournal();
    private @Nullable SimDisk disk;
    private long diskSince;
    private double slowness = 1;
    private @Nullable Runnable failure;

    SimJournaling(SimCluster simCluster, SimNode node) {
        this.simCluster = simCluster;
        this.node = node;
    }

    /** Performs an effect, now or when the disk has what must be there before. */
    void take(Effect effect) {
        process.barrier.take(effect);
    }

    /** The effects of an event are complete. */
    void endOfList() {
        process.barrier.endOfList();
    }

    /** Whether effects wait for the disk. */
    boolean holdsEffects() {
        return process.barrier.size() > 0;
    }

    /** The journal of one process, which ends with it. */
    private final class ProcessJournal implements RecordWriter, DurabilityBarrier.EffectRunner {
        final DurabilityBarrier barrier = new DurabilityBarrier(this, this);
        private final List<JournalRecord> next = new ArrayList<>(0);
        private long handed;
        private boolean forcing;

        @Override
        public long write(List<JournalRecord> records) {
            next.addAll(records);
            handed += records.size();
            if (!forcing) {
                force();
            }
            return handed;
        }

        /** As one group, whatever has come since the last one. */
        private void force() {
            forcing = true;
            next.forEach(disk()::write);
            next.clear();
            long upTo = handed;
            double nanos = simCluster.network().spec().diskForceNanos() * slowness;
            simCluster.eventQueue().after((long) nanos, () -> ended(upTo));
        }

        private void ended(long upTo) {
            if (process != this || !node.isAlive()) {
                return;
            }
            Runnable fails = failure;
            if (fails != null) {
                fails.run();
                return;
            }
            disk().force().forEach(entry -> simCluster.checks().forced(node, entry));
            forcing = false;
            if (!next.isEmpty()) {
                force();
            }
            node.inOneGo(() -> barrier.durable(upTo)); // what an effect causes comes after those
        }

        @Override
        public void perform(Effect effect) {
            if (process == this) {
                node.perform(effect);
            }
        }

        @Override
        public long linkOf(Effect.Send send) {
            SimLink simLink = node.linkTo(send.to().port());
            return simLink == null ? 0 : simLink.numberAt(node);
        }
    }

    private SimDisk disk() {
        if (disk == null) {
            disk = new SimDisk(new SplittableRandom(simCluster.diskSeed(node)));
        }
        return disk;
    }

    // ---- Faults

    /** Each force takes so many times as long. */
    void slowDown(double factor) {
        slowness = factor;
    }

    /** The next force fails; null for: it does not, after all. */
    void failNext(@Nullable Runnable then) {
        failure = then;
    }

    /** The process ends: what waited is never performed. */
    void crash() {
        process = new ProcessJournal();
        failure = null;
        if (disk != null) {
            disk.crash();
        }
    }

    /** Nothing is left of the disk of a machine whose process has ended. */
    void loseDisk() {
        disk = null;
        diskSince = 0;
    }

    /** What this process, which starts now, finds on the disk; null when it is nothing. */
    Event.@Nullable Recovered recover(long incarnation) {
        if (diskSince == 0) {
            diskSince = incarnation;
        }
        if (disk == null) {
            return null;
        }
        SimDisk.Found found = disk.recover();
        found.survived().forEach(entry -> simCluster.checks().forced(node, entry));
        Event.Recovered kept = found.event();
        return kept == null ? null : kept.since(diskSince);
    }
}
