package org.evenkeel.recorder.read;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.kernel.trace.TraceRecord;
import org.evenkeel.model.TaskId;
import org.evenkeel.recorder.history.TraceDecoder;
import org.evenkeel.recorder.history.TraceEntry;
import org.evenkeel.recorder.table.Row;
import org.evenkeel.recorder.table.Table;
import org.evenkeel.wire.proto.TraceAnswer;
import org.jspecify.annotations.Nullable;

/** The records of a node's answer as rows. The answer may be anything. */
final class TraceRows {
    /**
     * The rows of an answer.
     *
     * @throws IllegalArgumentException if it makes no sense
     */
    static List<Row> of(TraceAnswer answer) {
        List<TraceEntry> entries = TraceDecoder.entries(answer);
        List<Row> rows = new ArrayList<>(entries.size());
        Map<TaskId, String> ids = new HashMap<>();
        for (int i = 0; i < entries.size(); i++) {
            TraceEntry entry = entries.get(i);
            String id = ids.computeIfAbsent(entry.task(), TaskId::toString);
            // As a text: a later version may have kinds that this one does not know.
            rows.add(row(entry, id, answer.getTexts(answer.getKind(i))));
        }
        return rows;
    }

    private static Row row(TraceEntry entry, String task, String what) {
        TraceRecord.Begin begin = entry.begin();
        return Row.of(
                Table.RECORDS,
                entry.node(),
                entry.incarnation(),
                entry.seq(),
                entry.at(),
                task,
                what,
                entry.other().isEmpty() ? null : entry.other(),
                entry.slot() < 0 ? null : entry.slot(),
                entry.reason(),
                begin == null ? null : begin.job().toString(),
                begin == null ? null : begin.kind(),
                begin == null ? null : id(begin.parent()));
    }

    private static @Nullable String id(@Nullable TaskId task) {
        return task == null ? null : task.toString();
    }
}
