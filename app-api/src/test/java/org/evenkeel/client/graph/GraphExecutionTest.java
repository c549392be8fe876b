package org.evenkeel.client.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import org.evenkeel.api.TaskCancelledException;
import org.evenkeel.api.TaskFailedException;
import org.evenkeel.api.graph.GraphReport;
import org.evenkeel.api.graph.TaskGraph;
import org.evenkeel.api.graph.TaskGraphBuilder;
import org.evenkeel.api.graph.Value;
import org.evenkeel.testing.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Graphs on nodes that come to their end. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GraphExecutionTest {

    private record Drawn(TaskGraph graph, List<Value<String>> values) {}

    /** Each task writes down its name and what it was given. */
    private static Drawn draw(SplittableRandom random) {
        TaskGraphBuilder builder = TaskGraph.named("drawn");
        List<Value<String>> values = new ArrayList<>();
        int tasks = 1 + random.nextInt(40);
        for (int i = 0; i < tasks; i++) {
            String name = "t" + i;
            List<Value<String>> inputs = new ArrayList<>();
            for (int k = Math.min(i, random.nextInt(4)); k > 0; k--) {
                inputs.add(values.get(random.nextInt(i)));
            }
            Value<String> value =
                    builder.<String, String>task(
                            name, inputs, given -> Integer.toHexString((name + given).hashCode()));
            values.add(value.work(random.nextDouble()).bytes(random.nextInt(1_000_000)).output());
        }
        return new Drawn(builder.build(), values);
    }

    @Seeds(40)
    void yieldsWhatItYieldsHereThoughNodesDie(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        Drawn drawn = draw(random);
        var expected = drawn.graph().runHere();
        FakeGround ground = new FakeGround(4, (int) Math.floorMod(seed, 4L), random);
        GraphExecution graphExecution = GraphExecution.start(drawn.graph(), ground);
        for (Value<String> value : drawn.values()) {
            assertThat(graphExecution.get(value))
                    .as("seed %d", seed)
                    .isEqualTo(expected.get(value));
        }
        GraphReport report = graphExecution.join();
        assertThat(report.tasks()).allMatch(row -> row.runs() >= 1 && row.plannedStart() >= 0);
        assertThat(graphExecution.progress().done()).isEqualTo(drawn.values().size());
        assertThat(graphExecution.progress().remaining()).hasValue(java.time.Duration.ZERO);
        assertThat(graphExecution.progress().criticalPath()).isEmpty();
    }

    @Seeds(20)
    void tasksGoWhereThePlanHasThemAndValuesAreSpreadOnceToEachNode(long seed) throws Exception {
        Drawn drawn = draw(new SplittableRandom(seed));
        FakeGround ground = new FakeGround(3, 0, new SplittableRandom(seed));
        GraphReport report = GraphExecution.start(drawn.graph(), ground).join();
        assertThat(report.tasks()).allMatch(row -> row.node().equals(row.plannedNode()));
        assertThat(ground.sentTo).hasSize(report.tasks().size());
        assertThat(ground.spreads.values()).allMatch(count -> count == 1);
        assertThat(report.replans()).isZero();
    }

    @Test
    void aTaskThatThrowsEndsAllThatIsAskedFor() {
        TaskGraphBuilder builder = TaskGraph.named("bad");
        Value<String> good = builder.task("good", () -> "x");
        Value<Integer> bad = builder.task("bad", good, Integer::parseInt);
        GraphExecution graphExecution =
                GraphExecution.start(
                        builder.build(), new FakeGround(2, 0, new SplittableRandom(1)));
        assertThatThrownBy(() -> graphExecution.get(bad))
                .isInstanceOf(TaskFailedException.class)
                .hasRootCauseInstanceOf(NumberFormatException.class);
        assertThatThrownBy(graphExecution::join).isInstanceOf(TaskFailedException.class);
        assertThatThrownBy(() -> graphExecution.get(good))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("good is not an output");
    }

    @Test
    void whatIsCancelledFails() {
        CountDownLatch cancelled = new CountDownLatch(1);
        TaskGraphBuilder builder = TaskGraph.named("long");
        Value<String> last = builder.task("t0", () -> "0");
        for (int i = 1; i < 50; i++) {
            last =
                    builder.task(
                            "t" + i,
                            last,
                            given -> {
                                cancelled.await();
                                return given;
                            });
        }
        GraphExecution graphExecution =
                GraphExecution.start(
                        builder.build(), new FakeGround(1, 0, new SplittableRandom(1)));
        graphExecution.cancel();
        cancelled.countDown();
        assertThatThrownBy(graphExecution::join).isInstanceOf(TaskCancelledException.class);
    }
}
