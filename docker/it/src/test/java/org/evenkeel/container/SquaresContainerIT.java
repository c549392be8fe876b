package org.evenkeel.container;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.IntStream;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.testcontainers.EvenkeelCluster;
import org.evenkeel.testcontainers.EvenkeelMachines;
import org.junit.jupiter.api.Test;

/** The lines of docs/testing.md, as they stand there. */
@NeedsEngine
@EvenkeelMachines(3)
class SquaresContainerIT {
    record Square(int n) implements Task<Long> {
        @Override
        public Long run(TaskContext context) {
            return (long) n * n;
        }
    }

    @Test
    void squaresAreRightThoughAMachineLosesItsPower(EvenkeelCluster machines) throws Exception {
        try (Cluster cluster = machines.connect()) {
            var squares =
                    cluster.submitAll(IntStream.range(0, 1000).mapToObj(Square::new).toList());
            machines.node("n2").kill();
            assertEquals(332_833_500, squares.join().stream().mapToLong(n -> n).sum());
        }
    }
}
