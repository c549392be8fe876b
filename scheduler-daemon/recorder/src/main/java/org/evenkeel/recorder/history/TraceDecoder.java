package org.evenkeel.recorder.history;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.kernel.trace.TraceKind;
import org.evenkeel.kernel.trace.TraceRecord;
import org.evenkeel.model.JobId;
import org.evenkeel.model.TaskId;
import org.evenkeel.wire.proto.TraceAnswer;
import org.jspecify.annotations.Nullable;

/** Records out of the columns in which a daemon answers. */
public final class TraceDecoder {

    private static final Map<String, TraceKind> KINDS = new HashMap<>();

    static {
        for (TraceKind kind : TraceKind.values()) {
            KINDS.put(kind.name(), kind);
        }
    }

    private TraceDecoder() {}

    /**
     * The records of an answer in their order.
     *
     * @throws IOException if it makes no sense
     */
    public static List<TraceEntry> entries(TraceAnswer answer) throws IOException {
        try {
            return decoded(answer);
        } catch (IndexOutOfBoundsException e) {
            throw new IOException(
                    "node " + answer.getNode() + " answered with columns that do not fit", e);
        }
    }

    private static List<TraceEntry> decoded(TraceAnswer answer) {
        Map<Integer, TraceRecord.Begin> begins = new HashMap<>();
        for (TraceAnswer.Begin begin : answer.getBeginsList()) {
            begins.put(
                    begin.getRecord(),
                    new TraceRecord.Begin(
                            new JobId(begin.getJob()),
                            answer.getTexts(begin.getName()),
                            begin.hasParent() ? task(begin.getParent()) : null));
        }
        List<TraceEntry> entries = new ArrayList<>();
        long nanos = 0;
        for (int i = 0; i < answer.getAtCount(); i++) {
            nanos += answer.getAt(i);
            entries.add(
                    new TraceEntry(
                            answer.getNode(),
                            answer.getIncarnation(),
                            answer.getFirst() + i,
                            nanos / 1_000,
                            task(answer.getTasks(answer.getTask(i))),
                            kind(answer.getTexts(answer.getKind(i))),
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

    private static @Nullable TraceKind kind(String name) {
        return KINDS.get(name);
    }
}
