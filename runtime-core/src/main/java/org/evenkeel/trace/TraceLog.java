package org.evenkeel.trace;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.model.TaskId;
import org.jspecify.annotations.Nullable;

/**
 * The newest trace records of a node in a ring of fixed size.
 *
 * <p>Written on the hot path, hence columns instead of objects. Used by one thread.
 */
public final class TraceLog {

    private final int capacity;
    private final long[] at;
    private final long[] origin;
    private final long[] number;
    private final TraceKind[] kind;
    private final @Nullable String[] other;
    private final int[] slot;
    private final String[] reason;
    private long written;

    /**
     * @param capacity records kept, at least 1
     */
    public TraceLog(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("a trace of " + capacity + " records holds nothing");
        }
        this.capacity = capacity;
        at = new long[capacity];
        origin = new long[capacity];
        number = new long[capacity];
        kind = new TraceKind[capacity];
        other = new String[capacity];
        slot = new int[capacity];
        reason = new String[capacity];
    }

    /** Appends a record, over the oldest when the ring is full. */
    public void add(
            long atNanos,
            TaskId task,
            TraceKind what,
            @Nullable String otherNode,
            int inSlot,
            String why) {
        int i = (int) (written % capacity);
        at[i] = atNanos;
        origin[i] = task.origin();
        number[i] = task.number();
        kind[i] = what;
        other[i] = otherNode;
        slot[i] = inSlot;
        reason[i] = why;
        written++;
    }

    /** How many records were ever written. */
    public long written() {
        return written;
    }

    /** The task's records that are still kept, oldest first. */
    public List<TraceRecord> story(TaskId task) {
        List<TraceRecord> story = new ArrayList<>();
        for (long seq = oldest(); seq < written; seq++) {
            int i = (int) (seq % capacity);
            if (number[i] == task.number() && origin[i] == task.origin()) {
                story.add(record(seq));
            }
        }
        return story;
    }

    /** The newest records, oldest of them first. */
    public List<TraceRecord> newest(int atMost) {
        List<TraceRecord> records = new ArrayList<>();
        for (long seq = Math.max(oldest(), written - atMost); seq < written; seq++) {
            records.add(record(seq));
        }
        return records;
    }

    private long oldest() {
        return Math.max(0, written - capacity);
    }

    private TraceRecord record(long seq) {
        int i = (int) (seq % capacity);
        return new TraceRecord(
                seq,
                at[i],
                new TaskId(origin[i], number[i]),
                kind[i],
                other[i],
                slot[i],
                reason[i]);
    }
}
