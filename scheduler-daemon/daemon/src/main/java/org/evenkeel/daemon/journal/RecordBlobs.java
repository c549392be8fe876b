package org.evenkeel.daemon.journal;

import java.util.Set;
import org.evenkeel.model.Digest;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.TaskKind;
import org.evenkeel.wire.BlobPayload;

/** The blobs that a record refers to. */
final class RecordBlobs {
    static void collect(JournalRecord record, Set<Digest> blobs, Set<Digest> bundles) {
        switch (record) {
            case JournalRecord.Accepted e -> {
                if (e.accepted().payload() instanceof BlobPayload blob) {
                    blobs.add(blob.digest());
                }
                TaskKind kind = e.accepted().kind();
                if (!kind.isServed()) {
                    bundles.add(kind.bundle());
                }
            }
            case JournalRecord.Done e -> {
                if (e.outcome().payload() instanceof BlobPayload blob) {
                    blobs.add(blob.digest());
                }
            }
            case JournalRecord.Replica e -> collect(e.record(), blobs, bundles);
            case JournalRecord.Granted _,
                    JournalRecord.Forgotten _,
                    JournalRecord.JobOpened _,
                    JournalRecord.JobEnded _,
                    JournalRecord.SessionComplete _,
                    JournalRecord.SessionForgotten _ -> {}
        }
    }
}
