package org.evenkeel.recorder.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.recorder.history.Run.Ended;
import org.evenkeel.recorder.report.RunColumns.Bar;
import org.junit.jupiter.api.Test;

class MoveTest {

    private static Bar run(int row, long begin, long end, int task, Ended ended) {
        return new Bar(row, 0, begin, end - begin, task, ended);
    }

    @Test
    void aTaskThatResumesElsewhereHasMoved() {
        Bar first = run(0, 0, 10, 1, Ended.MOVED);
        Bar other = run(2, 5, 30, 2, Ended.FINISHED);
        Bar second = run(1, 20, 40, 1, Ended.MOVED);
        Bar third = run(0, 50, 60, 1, Ended.FINISHED);
        assertThat(Move.among(List.of(third, other, second, first)))
                .containsExactly(new Move(first, second), new Move(second, third));
    }

    @Test
    void aTaskThatResumesWhereItWasOrBeginsAgainHasNot() {
        assertThat(
                        Move.among(
                                List.of(
                                        run(0, 0, 10, 1, Ended.MOVED),
                                        run(0, 20, 30, 1, Ended.FINISHED),
                                        run(0, 40, 50, 2, Ended.LOST),
                                        run(1, 60, 70, 2, Ended.FINISHED),
                                        run(1, 80, 90, 3, Ended.MOVED))))
                .isEmpty();
    }
}
