package org.evenkeel.examples.queens;

import static org.assertj.core.api.Assertions.assertThat;

import org.evenkeel.examples.program.Report;
import org.evenkeel.examples.program.SerialRunner;
import org.junit.jupiter.api.Test;

class QueensTest {
    private final Queens queens = new Queens();

    @Test
    void resultDoesNotDependOnTheDepth() throws Exception {
        for (String depth : new String[] {"0", "1", "4", "8"}) {
            Report report = run("--n", "9", "--depth", depth);
            assertThat(report.correct()).isTrue();
            assertThat(report.lines()).containsExactly("9 queens: 352 solutions");
        }
    }

    @Test
    void depthBeyondTheBoardIsTheWholeBoard() throws Exception {
        Report report = run("--n", "5", "--depth", "8");
        assertThat(report.fields()).containsEntry("solutions", 10L).containsEntry("tasks", 10);
    }

    @Test
    void boardsWithoutASolutionAreCountedToo() throws Exception {
        assertThat(run("--n", "3").lines()).containsExactly("3 queens: 0 solutions");
    }

    private Report run(String... arguments) throws Exception {
        return queens.run(queens.options().parse(arguments), new SerialRunner());
    }
}
