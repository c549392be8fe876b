package org.evenkeel.daemon;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import org.evenkeel.kernel.trace.TraceLog;
import org.evenkeel.kernel.trace.TraceRecord;
import org.evenkeel.model.TaskId;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.TraceAnswer;
import org.jspecify.annotations.Nullable;

/**
 * Records of a node's trace for those who keep them. The ring of the trace is all that waits for a
 * reader: one that asks too seldom loses records, and sees that in the numbers.
 */
final class TraceAnswers {

    /** Most records in an answer, which then has about 300 KiB. */
    static final int MAX_RECORDS = 8_192;

    /** Characters of texts in an answer beyond which it takes no more records. */
    static final int MAX_CHARACTERS = 256 << 10;

    private final TraceAnswer.Builder answer = TraceAnswer.newBuilder();
    private final Map<String, Integer> texts = new HashMap<>();
    private final Map<TaskId, Integer> tasks = new HashMap<>();
    private int characters;
    private long lastAt;

    private TraceAnswers() {
        text("");
    }

    /**
     * The records from the one on that is asked for.
     *
     * @param from its number; a number that no record has yet is taken for one of an earlier
     *     process
     * @param epochNanos a time of the node's clock as nanoseconds since 1970
     */
    static TraceAnswer.Builder of(
            TraceLog trace, Query query, long from, LongUnaryOperator epochNanos) {
        int most = query.hasMost() ? Math.clamp(query.getMost(), 1, MAX_RECORDS) : MAX_RECORDS;
        List<TraceRecord> records = trace.from(from > trace.written() ? 0 : from, most);
        TraceAnswers made = new TraceAnswers();
        long next = records.isEmpty() ? trace.written() : records.getFirst().seq();
        made.answer.setFirst(next);
        for (TraceRecord record : records) {
            if (made.characters > MAX_CHARACTERS) {
                break;
            }
            made.add(record, epochNanos);
            next = record.seq() + 1;
        }
        return made.answer.setNext(next).setWritten(trace.written());
    }

    private void add(TraceRecord record, LongUnaryOperator epochNanos) {
        TraceRecord.Begin begin = record.begin();
        if (begin != null) {
            TraceAnswer.Begin.Builder added =
                    answer.addBeginsBuilder()
                            .setRecord(answer.getAtCount())
                            .setName(text(begin.kind()))
                            .setJob(begin.job().value());
            TaskId parent = begin.parent();
            if (parent != null) {
                added.setParent(task(parent));
            }
        }
        long at = epochNanos.applyAsLong(record.atNanos());
        answer.addAt(at - lastAt)
                .addTask(numberOf(record.task()))
                .addKind(text(record.kind().name()))
                .addOther(text(record.other()))
                .addSlot(record.slot())
                .addReason(text(record.reason()));
        lastAt = at;
    }

    private int text(@Nullable String text) {
        return texts.computeIfAbsent(
                text == null ? "" : text,
                added -> {
                    characters += added.length();
                    answer.addTexts(added);
                    return answer.getTextsCount() - 1;
                });
    }

    private int numberOf(TaskId id) {
        return tasks.computeIfAbsent(
                id,
                added -> {
                    answer.addTasks(task(added));
                    return answer.getTasksCount() - 1;
                });
    }

    private static TraceAnswer.Task.Builder task(TaskId id) {
        return TraceAnswer.Task.newBuilder().setOrigin(id.origin()).setNumber(id.number());
    }
}
