package org.evenkeel.cli.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.wire.proto.TasksAnswer;
import org.junit.jupiter.api.Test;

class TaskPageTest {

    /** A node with so many tasks that answers what it is asked for. */
    private static TasksAnswer node(String name, int tasks, int limit) {
        TasksAnswer.Builder answer = TasksAnswer.newBuilder().setNode(name);
        for (int i = 0; i < Math.min(tasks, TaskPage.limitPerNode(limit)); i++) {
            answer.addTasks(TasksAnswer.Task.newBuilder().setTask(name + "-" + i));
        }
        return answer.build();
    }

    private static TaskPage page(int limit, int... tasks) {
        return TaskPage.of(
                List.of(node("n1", tasks[0], limit), node("n2", tasks[1], limit)), limit);
    }

    @Test
    void whatFitsIsWhole() {
        assertThat(page(10, 6, 4))
                .satisfies(page -> {
                    assertThat(page.lines()).hasSize(10);
                    assertThat(page.more()).isFalse();
                });
        assertThat(page(10, 0, 0).more()).isFalse();
        assertThat(page(1_000, 1_000, 0).more()).isFalse();
        assertThat(page(5_000, 1_000, 1_000).lines()).hasSize(2_000);
        assertThat(page(5_000, 1_000, 1_000).more()).isFalse();
    }

    @Test
    void whatIsCutSaysSo() {
        assertThat(page(10, 6, 5))
                .satisfies(page -> {
                    assertThat(page.lines()).hasSize(10);
                    assertThat(page.more()).isTrue();
                });
        assertThat(page(10, 11, 0).more()).as("one node has all").isTrue();
        assertThat(page(1_000, 1_500, 0).lines()).hasSize(1_000);
        assertThat(page(1_000, 1_500, 0).more()).isTrue();
        assertThat(page(5_000, 1_500, 0).more()).as("a node names 1,001 at most").isTrue();
    }
}
