package org.evenkeel.recorder.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.kernel.trace.TraceKind;
import org.evenkeel.kernel.trace.TraceRecord;
import org.evenkeel.model.JobId;
import org.evenkeel.model.TaskId;
import org.evenkeel.wire.proto.TraceAnswer;

/** Records out of the columns in which a daemon answers. The answer may be anything. */
public final class TraceDecoder {

    private static final Map<String, TraceKind> KINDS = new HashMap<>();

    static {
        for (TraceKind kind : TraceKind.values()) {
            KINDS.put(kind.name(), kind);
        }
    }

    /**
     * The records of an answer in their order.
     *
     * @throws IllegalArgumentException if it makes no sense
     */
    public static List<TraceEntry> entries(TraceAnswer answer) {
        requireColumnsOfOneLength(answer);
        try {
            return decoded(answer);
        } catch (IndexOutOfBoundsException e) {
            throw new IllegalArgumentException(
                    "it names a text or a task that it does not have", e);
        }
    }

    private static void requireColumnsOfOneLength(TraceAnswer answer) {
        int count = answer.getAtCount();
        if (answer.getTaskCount() != count
                || answer.getKindCount() != count
                || answer.getOtherCount() != count
                || answer.getSlotCount() != count
                || answer.getReasonCount() != count
                || answer.getFirst() < 0
                || answer.getNext() < answer.getFirst()
                || answer.getNext() - answer.getFirst() != count) {
            throw new IllegalArgumentException("its columns do not fit together");
        }
    }

    private static List<TraceEntry> decoded(TraceAnswer answer) {
        List<TaskId> tasks = answer.getTasksList().stream().map(TraceDecoder::task).toList();
        Map<Integer, TraceRecord.Begin> begins = new HashMap<>();
        for (TraceAnswer.Begin begin : answer.getBeginsList()) {
            begins.put(
                    begin.getRecord(),
                    new TraceRecord.Begin(
                            new JobId(begin.getJob()),
                            answer.getTexts(begin.getName()),
                            begin.hasParent() ? task(begin.getParent()) : null));
        }
        List<TraceEntry> entries = new ArrayList<>(answer.getAtCount());
        long nanos = 0;
        for (int i = 0; i < answer.getAtCount(); i++) {
            nanos += answer.getAt(i);
            entries.add(
                    new TraceEntry(
                            answer.getNode(),
                            answer.getIncarnation(),
                            answer.getFirst() + i,
                            nanos / 1_000,
                            tasks.get(answer.getTask(i)),
                            KINDS.get(answer.getTexts(answer.getKind(i))),
                            answer.getTexts(answer.getOther(i)),
                            answer.getSlot(i),
                            answer.getTexts(answer.getReason(i)),
                            begins.get(i)));
        }
        return entries;
    }

    private static TaskId task(TraceAnswer.Task task) {
        return new TaskId(task.getOrigin(), task.getNumber());
    }
}
