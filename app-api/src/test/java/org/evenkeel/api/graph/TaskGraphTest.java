package org.evenkeel.api.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TaskGraphTest {

    private final TaskGraphBuilder steps =
            TaskGraph.named("steps").speed(2).network(Duration.ofMillis(100), 10);

    private final Value<Integer> read = steps.task("read", () -> 2).work(4).bytes(30);
    private final Value<Integer> left = steps.task("left", read, n -> n + 5).work(10).bytes(10);
    private final Value<Integer> right =
            steps.task("right \"hand\"", read, n -> n * 4).work(8).bytes(10);
    private final Value<Integer> write = steps.task("write", left, right, Integer::sum);

    @Test
    void runsHere() throws Exception {
        LocalValues values = steps.build().runHere();
        assertThat(values.get(write)).isEqualTo(15);
        assertThat(values.get(left)).isEqualTo(7);
    }

    @Test
    void isTheGraphThatPlanGraphReads() {
        assertThat(steps.build().toDot())
                .isEqualTo(
                        """
                        digraph "steps" {
                          speed = 2
                          alpha = 0.1
                          beta = 10
                          "read" [work=4]
                          "left" [work=10]
                          "right \\"hand\\"" [work=8]
                          "write" [work=1]
                          "read" -> "left" [data=30, broadcast="read"]
                          "read" -> "right \\"hand\\"" [data=30, broadcast="read"]
                          "left" -> "write" [data=10]
                          "right \\"hand\\"" -> "write" [data=10]
                        }
                        """);
        assertThat(steps.build().toSvg())
                .contains("<title>left: work 10.00, 10 bytes</title>", "right &quot;hand&quot;");
    }

    @Test
    void errorsNameTheTask() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> steps.task("left", () -> 1))
                .withMessageContaining("task left is given twice");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> left.work(-1))
                .withMessageContaining("task left");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> left.bytes(-1))
                .withMessageContaining("task left");
        Value<Integer> strange = TaskGraph.named("other").task("strange", () -> 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> steps.task("more", strange, n -> n))
                .withMessageContaining("task more needs strange, which belongs to another graph");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TaskGraph.named("empty").build())
                .withMessageContaining("graph empty has no tasks");
    }

    @Test
    void learnsFromARun() {
        GraphReport.TaskRow row =
                new GraphReport.TaskRow("left", "n1", "n1", 0, 5, 0, 3, 3, 0, 1, 77);
        GraphReport report =
                new GraphReport("steps", Map.of(), 1, 1, 1, 0, 0, List.of(row), List.of());
        TaskGraph learned = steps.build().measured(report);
        assertThat(learned.tasks().get(1).work()).isEqualTo(6); // three seconds at speed 2
        assertThat(learned.tasks().get(1).bytes()).isEqualTo(77);
        assertThat(learned.tasks().get(2)).isEqualTo(steps.build().tasks().get(2));
        assertThat(learned.indexOf(write)).isEqualTo(3);
    }
}
