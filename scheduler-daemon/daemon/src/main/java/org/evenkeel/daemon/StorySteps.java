package org.evenkeel.daemon;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import org.evenkeel.kernel.trace.TraceRecord;
import org.evenkeel.model.Numbers;
import org.evenkeel.wire.proto.ExplainAnswer;

/**
 * The story of a task at one node as it is answered: how it began and what came last. A step in
 * between says how many are left out.
 */
final class StorySteps {

    /** The first steps, and the last ones. */
    static final int MAX_FIRST = 100;

    static final int MAX_LAST = 1_000;

    /** The kind of the step that says how many are left out. */
    static final String LEFT_OUT = "LEFT_OUT";

    /**
     * The steps of a story.
     *
     * @param story oldest first
     * @param timeOfDay a time of the node's clock as ISO-8601
     */
    static List<ExplainAnswer.Step> of(List<TraceRecord> story, LongFunction<String> timeOfDay) {
        List<ExplainAnswer.Step> steps = new ArrayList<>();
        int left = story.size() - MAX_FIRST - MAX_LAST;
        for (int i = 0; i < story.size(); i++) {
            TraceRecord record = story.get(i);
            if (left <= 0 || i < MAX_FIRST || i >= MAX_FIRST + left) {
                steps.add(step(record, timeOfDay));
            } else if (i == MAX_FIRST + left - 1) {
                steps.add(leftOut(left, record, timeOfDay));
            }
        }
        return steps;
    }

    private static ExplainAnswer.Step step(TraceRecord record, LongFunction<String> timeOfDay) {
        return ExplainAnswer.Step.newBuilder()
                .setSeq(record.seq())
                .setAt(timeOfDay.apply(record.atNanos()))
                .setKind(record.kind().name())
                .setWords(record.kind().words())
                .setOther(NodeAnswers.orEmpty(record.other()))
                .setSlot(record.slot())
                .setReason(record.reason())
                .build();
    }

    /** At the time of the last of them. */
    private static ExplainAnswer.Step leftOut(
            int count, TraceRecord last, LongFunction<String> timeOfDay) {
        return ExplainAnswer.Step.newBuilder()
                .setSeq(last.seq())
                .setAt(timeOfDay.apply(last.atNanos()))
                .setKind(LEFT_OUT)
                .setWords(
                        count == 1
                                ? "1 step is left out"
                                : Numbers.format("%,d steps are left out", count))
                .setSlot(-1)
                .build();
    }
}
