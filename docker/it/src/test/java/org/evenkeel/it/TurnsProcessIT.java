package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.TaskGroup;
import org.evenkeel.it.StartedNodes.Setup;
import org.evenkeel.it.Work.Square;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A program with a few tasks does not wait for all tasks of a program that submitted before. */
@Tag("extended")
class TurnsProcessIT {
    private static final int MANY = 3_000;
    private static final int FEW = 9;
    private static final long MILLIS = 20;

    private static List<Square> squares(int count) {
        List<Square> tasks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            tasks.add(new Square(i, MILLIS));
        }
        return tasks;
    }

    @Test
    void aFewTasksEndWhileThousandsOfAnotherProgramWait() throws Exception {
        try (StartedNodes nodes = StartedNodes.start(Setup.of(3, 1));
                Cluster alice = nodes.connect("n1");
                Cluster bob = nodes.connect("n2")) {
            TaskGroup<Long> many = alice.submitAll(squares(MANY));
            Awaitility.await("alice's tasks run")
                    .atMost(StartedNodes.LIMIT)
                    .until(() -> many.progress().done() > 0);
            TaskGroup<Long> few = bob.submitAll(squares(FEW));
            assertThat(few.joinAll()).hasSize(FEW);
            assertThat(many.progress().done())
                    .as("of alice's %d tasks, when bob's few had ended", MANY)
                    .isLessThan(MANY / 2);
            assertThat(many.joinAll()).hasSize(MANY);
        }
    }
}
