package org.evenkeel.daemon;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.evenkeel.daemon.blob.BlobStore;
import org.evenkeel.daemon.blob.Bundles;
import org.evenkeel.daemon.blob.DurableBlobs;
import org.evenkeel.daemon.blob.JournalNeeds;
import org.evenkeel.daemon.blob.PayloadReferences;
import org.evenkeel.daemon.blob.RecoveredBlobs;
import org.evenkeel.daemon.journal.JournalStart;
import org.evenkeel.daemon.journal.JournalThread;
import org.evenkeel.daemon.journal.LowDisk;
import org.evenkeel.daemon.journal.RecoveredRecords;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.TaskState;

/**
 * What makes things durable, put together.
 *
 * @param writer the journal's thread
 * @param needs the same for the driver: keeps the blobs that records refer to
 */
record JournalComponents(JournalThread writer, JournalNeeds needs) {

    /** What an earlier process of this node left on disk. */
    record RecoveredState(JournalStart journal, RecoveredBlobs blobs) {}

    /** Where blobs are. */
    record Blobs(BlobStore store, Bundles bundles, PayloadReferences books) {}

    /** Enters what was kept into the records of blobs; the thread does not run yet. */
    static JournalComponents assemble(
            RecoveredState kept, Blobs blobs, LowDisk lowDisk, Executor loop) {
        JournalThread writer =
                new JournalThread(
                        kept.journal().journal(),
                        new JournalThread.Dependencies(
                                new DurableBlobs(blobs.store()),
                                lowDisk,
                                loop,
                                JournalHalt::failed));
        JournalNeeds needs = new JournalNeeds(writer, blobs.store(), blobs.bundles());
        RecoveredRecords recovered = kept.journal().recovered();
        needs.recover(kept.blobs(), recovered.needs());
        enter(recovered.event(), blobs.books());
        return new JournalComponents(writer, needs);
    }

    /** Counts the payloads that the core gets with what the disk kept, and releases one day. */
    private static void enter(Event.Recovered recovered, PayloadReferences books) {
        List<TaskState> all = new ArrayList<>(recovered.tasks());
        recovered.replicas().forEach(replica -> all.add(replica.state()));
        for (TaskState task : all) {
            Outcome outcome = task.outcome();
            if (outcome == null) {
                books.enter(task.task().payload());
            } else if (outcome.payload() != null) {
                books.enter(outcome.payload());
            }
        }
    }
}
