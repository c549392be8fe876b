package org.evenkeel.lab.table1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** That the recording is what the program prints, a test of the program holds. */
class QueensRecordingTest {
    private final QueensRecording recording = QueensRecording.read();

    /** A queen in the corner or beside it leaves two columns fewer, elsewhere three. */
    @ParameterizedTest
    @CsvSource({"1, 14", "2, 156", "3, 1364"})
    void thereIsOneTaskForEachWayToPlaceTheFirstQueens(int depth, int tasks) {
        List<Long> boards = recording.boards(depth);
        assertThat(boards).hasSize(tasks);
        assertThat(boards.stream().mapToLong(Long::longValue).sum())
                .isEqualTo(recording.boards(3).stream().mapToLong(Long::longValue).sum());
    }

    /** The mirror image of a board costs as much. */
    @ParameterizedTest
    @CsvSource({"1", "2", "3"})
    void costsAreSymmetric(int depth) {
        List<Long> boards = recording.boards(depth);
        assertThat(boards.reversed()).isEqualTo(boards);
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "3"})
    void timesAddUpToTheSerialTime(int depth) {
        assertThat(recording.seconds(depth, 329.6).stream().mapToDouble(d -> d).sum())
                .isCloseTo(329.6, within(1e-9));
    }
}
