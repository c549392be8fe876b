package org.evenkeel.recorder.read;

import com.google.protobuf.ProtocolStringList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.evenkeel.model.Ids;
import org.evenkeel.recorder.table.Row;
import org.evenkeel.recorder.table.Table;
import org.evenkeel.wire.proto.TraceAnswer;
import org.jspecify.annotations.Nullable;

/** The records of a node's answer as rows. The answer may be anything. */
final class TraceRows {

    private final TraceAnswer answer;
    private final ProtocolStringList texts;
    private final List<String> tasks = new ArrayList<>();
    private final Map<Integer, TraceAnswer.Begin> begins = new HashMap<>();

    private TraceRows(TraceAnswer answer) {
        this.answer = answer;
        this.texts = answer.getTextsList();
        for (TraceAnswer.Task task : answer.getTasksList()) {
            tasks.add(id(task));
        }
        for (TraceAnswer.Begin begin : answer.getBeginsList()) {
            begins.put(begin.getRecord(), begin);
        }
    }

    /**
     * The rows of an answer.
     *
     * @throws IllegalArgumentException if it makes no sense
     */
    static List<Row> of(TraceAnswer answer) {
        int count = answer.getAtCount();
        if (answer.getTaskCount() != count
                || answer.getKindCount() != count
                || answer.getOtherCount() != count
                || answer.getSlotCount() != count
                || answer.getReasonCount() != count
                || answer.getFirst() < 0
                || answer.getNext() != answer.getFirst() + count) {
            throw new IllegalArgumentException("its columns do not fit together");
        }
        return new TraceRows(answer).rows(count);
    }

    private List<Row> rows(int count) {
        List<Row> rows = new ArrayList<>(count);
        long atNanos = 0;
        for (int i = 0; i < count; i++) {
            atNanos += answer.getAt(i);
            TraceAnswer.Begin begin = begins.get(i);
            String other = text(answer.getOther(i));
            int slot = answer.getSlot(i);
            rows.add(
                    Row.of(
                            Table.RECORDS,
                            answer.getNode(),
                            answer.getIncarnation(),
                            answer.getFirst() + i,
                            TimeUnit.NANOSECONDS.toMicros(atNanos),
                            of(tasks, answer.getTask(i)),
                            text(answer.getKind(i)),
                            other.isEmpty() ? null : other,
                            slot < 0 ? null : slot,
                            text(answer.getReason(i)),
                            begin == null ? null : Ids.text(begin.getJob()),
                            begin == null ? null : text(begin.getName()),
                            begin == null ? null : parent(begin)));
        }
        return rows;
    }

    private String text(int number) {
        return of(texts, number);
    }

    private static String of(List<String> all, int number) {
        if (number < 0 || number >= all.size()) {
            throw new IllegalArgumentException("it names a text or a task that it does not have");
        }
        return all.get(number);
    }

    private static @Nullable String parent(TraceAnswer.Begin begin) {
        return begin.hasParent() ? id(begin.getParent()) : null;
    }

    private static String id(TraceAnswer.Task task) {
        return Ids.text(task.getOrigin()) + "-" + task.getNumber();
    }
}
