package org.evenkeel.examples.queens;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.evenkeel.examples.program.Report;
import org.evenkeel.examples.program.SerialRunner;
import org.junit.jupiter.api.Test;

class QueensCostsTest {
    private static final Path RECORDING =
            Path.of(
                    "../scheduler-daemon/lab/src/main/resources/org/evenkeel/lab/table1",
                    "queens-14.costs");

    private final QueensCosts costs = new QueensCosts();

    /** Each first queen of a board of four leaves three boards to look at, or the second does. */
    @Test
    void boardsAreCountedByHand() throws Exception {
        assertThat(run("--n", "4", "--depth", "1").lines())
                .containsExactly(
                        "# 4 queens: the columns of the first queens, and boards looked at",
                        "0 4",
                        "1 4",
                        "2 4",
                        "3 4");
    }

    @Test
    void partsCostTheWholeLessTheBoardsAbove() throws Exception {
        long whole = (long) run("--n", "9", "--depth", "0").fields().get("boards");
        long parts = (long) run("--n", "9", "--depth", "2").fields().get("boards");
        assertThat(parts).isEqualTo(whole - 1 - 9);
    }

    @Test
    void recordingInTheTreeIsWhatTheProgramPrints() throws Exception {
        assertThat(run("--n", "14", "--depth", "3").lines())
                .isEqualTo(Files.readAllLines(RECORDING));
    }

    private Report run(String... arguments) throws Exception {
        return costs.run(costs.options().parse(arguments), new SerialRunner());
    }
}
