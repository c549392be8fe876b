package org.evenkeel.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.evenkeel.api.Cluster;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.test.EvenkeelCluster;
import org.junit.jupiter.api.Test;

/** The test that docs/api.md shows. */
@EvenkeelCluster(nodes = 3, workers = 2)
class SquareTest {
    record Square(int n) implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) {
            return n * n;
        }
    }

    @Test
    void threeSquaredIsNine(Cluster cluster) throws Exception {
        assertEquals(9, cluster.submit(new Square(3)).get());
    }
}
