package org.evenkeel.daemon.journal;

import java.nio.charset.StandardCharsets;
import org.evenkeel.kernel.journal.Entry;
import org.evenkeel.kernel.journal.Key;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.TaskId;
import org.evenkeel.wire.JournalMapper;
import org.evenkeel.wire.WireException;

/** Records as entries of the journal; used by one thread. */
public final class RecordCodec {

    static final byte TASK = 1;
    static final byte JOB = 2;
    static final byte REPLICA = 3;
    static final byte SESSION = 4;

    static final int ACCEPTED = 1;
    static final int GRANTED = 2;
    static final int DONE = 3;

    private static final int JOB_OPENED = 1;
    private static final int SESSION_COMPLETE = 1;

    /** What a key tells by itself. */
    public sealed interface About {}

    /** It is about a task that this node owns. */
    public record TaskKey(TaskId task) implements About {}

    /** It is about a job. */
    public record JobKey(JobId job) implements About {}

    /** Only the body of an entry tells: that of a replica, or of its session. */
    public record OtherKey() implements About {}

    private final JournalMapper mapper = new JournalMapper();

    /** What a key is about, as far as it tells. */
    public static About about(Key key) {
        return switch (key.space()) {
            case TASK -> new TaskKey(new TaskId(key.a(), key.b()));
            case JOB -> new JobKey(new JobId(key.a()));
            default -> new OtherKey();
        };
    }

    /** The key of what a record is about. */
    public static Key key(JournalRecord record) {
        return switch (record) {
            case JournalRecord.Replica e -> key(e.owner().id(), e.record().task());
            case JournalRecord.OfTask e -> key(e.task());
            case JournalRecord.JobOpened e -> key(e.job());
            case JournalRecord.JobEnded e -> key(e.job());
            case JournalRecord.SessionComplete e -> sessionKey(e.session());
            case JournalRecord.SessionForgotten e -> sessionKey(e.session());
        };
    }

    /** The key of a task that this node owns. */
    public static Key key(TaskId task) {
        return new Key(TASK, task.origin(), task.number());
    }

    static Key key(JobId job) {
        return new Key(JOB, job.value(), 0);
    }

    private static Key sessionKey(long session) {
        return new Key(SESSION, session, 0);
    }

    /** Tells the owners of one task apart: it may have had several. */
    static Key key(NodeId owner, TaskId task) {
        return new Key(REPLICA, task.origin(), task.number() ^ hash(owner));
    }

    /** FNV-1a, 64 bits: written to disk, so never to be changed. */
    private static long hash(NodeId node) {
        long hash = 0xcbf29ce484222325L;
        for (byte one : node.name().getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (one & 0xff)) * 0x100000001b3L;
        }
        return hash;
    }

    /** The record as an entry. */
    public Entry encode(JournalRecord record) {
        int kind = kind(record);
        return kind == Entry.END
                ? Entry.end(key(record))
                : new Entry(key(record), kind, mapper.write(record));
    }

    private static int kind(JournalRecord record) {
        return switch (record) {
            case JournalRecord.Accepted _ -> ACCEPTED;
            case JournalRecord.Granted _ -> GRANTED;
            case JournalRecord.Done _ -> DONE;
            case JournalRecord.JobOpened _ -> JOB_OPENED;
            case JournalRecord.SessionComplete _ -> SESSION_COMPLETE;
            case JournalRecord.Forgotten _,
                    JournalRecord.JobEnded _,
                    JournalRecord.SessionForgotten _ ->
                    Entry.END;
            case JournalRecord.Replica e -> kind(e.record());
        };
    }

    /**
     * The record of an entry that is not an end.
     *
     * @throws WireException naming the field that breaks a rule
     */
    public JournalRecord decode(Entry entry) throws WireException {
        JournalRecord record = mapper.read(entry.body());
        if (!key(record).equals(entry.key()) || kind(record) != entry.kind()) {
            throw new WireException("key", "the entry has the key of another entry");
        }
        return record;
    }
}
