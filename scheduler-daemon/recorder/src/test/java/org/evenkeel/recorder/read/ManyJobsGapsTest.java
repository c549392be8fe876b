package org.evenkeel.recorder.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.recorder.table.Row;
import org.evenkeel.wire.proto.JobsAnswer;
import org.junit.jupiter.api.Test;

class ManyJobsGapsTest {

    private static final long NOW = 1_764_000_000_000_000L;

    private final ManyJobsGaps manyJobs = new ManyJobsGaps();

    private List<String> take(long now, JobsAnswer... answers) {
        return manyJobs.take(List.of(answers), now).stream().map(ManyJobsGapsTest::text).toList();
    }

    private static String text(Row gap) {
        long from = (Long) gap.get("from_time") - NOW;
        long to = (Long) gap.get("to_time") - NOW;
        return "%s %s %s %d-%d"
                .formatted(gap.get("cause"), gap.get("node"), gap.get("incarnation"), from, to);
    }

    private static JobsAnswer answer(String node, long incarnation, boolean more) {
        return JobsAnswer.newBuilder()
                .setNode(node)
                .setIncarnation(incarnation)
                .setMore(more)
                .build();
    }

    @Test
    void nodeThatNamesAllItsJobsHasNoGap() {
        assertThat(take(NOW, answer("n1", 5, false), answer("n2", 6, false))).isEmpty();
    }

    @Test
    void nodeWithMoreJobsHasAGapUntilItNamesAllAgain() {
        assertThat(take(NOW, answer("n1", 5, true), answer("n2", 6, false)))
                .containsExactly("many-jobs n1 5 0-0");
        assertThat(take(NOW + 2_000_000, answer("n1", 5, true))).isEmpty();
        assertThat(take(NOW + 3_000_000)).as("it does not answer").isEmpty();
        assertThat(take(NOW + 4_000_000, answer("n1", 5, false)))
                .containsExactly("many-jobs n1 5 0-4000000");
        assertThat(take(NOW + 6_000_000, answer("n1", 5, false))).isEmpty();
    }

    /** A recorder that is killed has told all of it but a minute. */
    @Test
    void gapThatLastsIsToldAgainWithALaterEnd() {
        assertThat(take(NOW, answer("n1", 5, true))).hasSize(1);
        long later = ManyJobsGaps.EXTENDED_MICROS;
        assertThat(take(NOW + later, answer("n1", 5, true)))
                .containsExactly("many-jobs n1 5 0-" + later);
    }

    @Test
    void gapDoesNotEndBeforeItsBeginningWhenTheClockIsSetBack() {
        assertThat(take(NOW, answer("n1", 5, true))).hasSize(1);
        assertThat(take(NOW - 9, answer("n1", 5, false))).containsExactly("many-jobs n1 5 0-0");
    }

    @Test
    void newProcessHasAGapOfItsOwn() {
        assertThat(take(NOW, answer("n1", 5, true))).hasSize(1);
        assertThat(take(NOW + 9, answer("n1", 6, true))).containsExactly("many-jobs n1 6 9-9");
    }
}
