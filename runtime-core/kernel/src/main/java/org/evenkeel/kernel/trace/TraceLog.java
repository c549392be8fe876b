package org.evenkeel.kernel.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskKind;
import org.jspecify.annotations.Nullable;

/**
 * The newest trace records of a node in a ring of bounded size.
 *
 * <p>Written on the hot path, hence columns instead of objects. Used by one thread.
 */
public final class TraceLog {

    private static final int SMALLEST = 16;

    private final int capacity;
    private long[] at = new long[0];
    private long[] origin = new long[0];
    private long[] number = new long[0];
    private TraceKind[] kind = new TraceKind[0];
    private @Nullable String[] other = new String[0];
    private int[] slot = new int[0];
    private String[] reason = new String[0];
    private @Nullable TaskKind[] begun = new TaskKind[0];
    private @Nullable TaskId[] parent = new TaskId[0];
    private long written;

    /**
     * @param capacity records kept, at least 1
     */
    public TraceLog(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("a trace of " + capacity + " records holds nothing");
        }
        this.capacity = capacity;
    }

    /** Doubles the columns up to the capacity, so that a quiet node needs little. */
    private void grow() {
        int length = Math.min(capacity, Math.max(SMALLEST, at.length * 2));
        at = Arrays.copyOf(at, length);
        origin = Arrays.copyOf(origin, length);
        number = Arrays.copyOf(number, length);
        kind = Arrays.copyOf(kind, length);
        other = Arrays.copyOf(other, length);
        slot = Arrays.copyOf(slot, length);
        reason = Arrays.copyOf(reason, length);
        begun = Arrays.copyOf(begun, length);
        parent = Arrays.copyOf(parent, length);
    }

    /** Appends a record that also says what the task is, over the oldest when the ring is full. */
    public void begin(
            long atNanos, Task task, TraceKind what, @Nullable String otherNode, String why) {
        add(atNanos, task.id(), what, otherNode, -1, why);
        int i = (int) ((written - 1) % capacity);
        begun[i] = task.kind();
        parent[i] = task.parent();
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
        if (i >= at.length) {
            grow();
        }
        at[i] = atNanos;
        origin[i] = task.origin();
        number[i] = task.number();
        kind[i] = what;
        other[i] = otherNode;
        slot[i] = inSlot;
        reason[i] = why;
        begun[i] = null;
        parent[i] = null;
        written++;
    }

    /**
     * The task's records that are still kept, oldest first; of checkpoints in a row the last, which
     * counts them.
     */
    public List<TraceRecord> story(TaskId task) {
        List<TraceRecord> story = new ArrayList<>();
        for (long seq = oldest(); seq < written; seq++) {
            int i = (int) (seq % capacity);
            if (number[i] == task.number() && origin[i] == task.origin()) {
                TraceRecord record = record(seq);
                boolean again =
                        record.kind() == TraceKind.CHECKPOINTED
                                && !story.isEmpty()
                                && story.getLast().kind() == TraceKind.CHECKPOINTED;
                if (again) {
                    story.removeLast();
                }
                story.add(record);
            }
        }
        return story;
    }

    /** The newest records, at most so many, oldest first. */
    public List<TraceRecord> last(int count) {
        return LongStream.range(Math.max(oldest(), written - count), written)
                .mapToObj(this::record)
                .toList();
    }

    /**
     * Records in a row, oldest first.
     *
     * @param seq number of the first of them, if that is still kept, else they begin with the
     *     oldest that is
     * @param most records
     */
    public List<TraceRecord> from(long seq, int most) {
        long first = Math.max(oldest(), seq);
        long end = Math.min(written, first + most);
        return LongStream.range(first, end).mapToObj(this::record).toList();
    }

    /** Records so far: the number of the next one. */
    public long written() {
        return written;
    }

    /** The number of the oldest record that is still kept. */
    public long oldest() {
        return Math.max(0, written - capacity);
    }

    private TraceRecord record(long seq) {
        int i = (int) (seq % capacity);
        TaskKind its = begun[i];
        return new TraceRecord(
                seq,
                at[i],
                new TaskId(origin[i], number[i]),
                kind[i],
                other[i],
                slot[i],
                reason[i],
                its == null ? null : new TraceRecord.Begin(its.job(), its.name(), parent[i]));
    }
}
