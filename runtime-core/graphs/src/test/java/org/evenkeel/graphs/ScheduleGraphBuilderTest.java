package org.evenkeel.graphs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ScheduleGraphBuilderTest {
    private static final BigDecimal ONE = BigDecimal.ONE;

    private static ScheduleGraphBuilder builder(String... tasks) {
        ScheduleGraphBuilder builder = new ScheduleGraphBuilder(ONE, BigDecimal.ZERO, ONE);
        for (String task : tasks) {
            builder.task(task, ONE);
        }
        return builder;
    }

    @Test
    void aCircleIsNamedTaskByTask() {
        ScheduleGraphBuilder builder = builder("a", "b", "c", "d");
        builder.edge("a", "b", ONE, null);
        builder.edge("b", "c", ONE, null);
        builder.edge("c", "d", ONE, null);
        builder.edge("d", "b", ONE, null);
        assertThatThrownBy(builder::build).hasMessageContaining("b -> c -> d -> b");
    }

    @Test
    void aTaskThatWaitsForItselfIsACircle() {
        ScheduleGraphBuilder builder = builder("a");
        builder.edge("a", "a", ONE, null);
        assertThatThrownBy(builder::build).hasMessageContaining("a -> a");
    }

    @Test
    void whatIsMissingTwiceOrNegativeIsNamed() {
        ScheduleGraphBuilder missing = builder("a");
        missing.edge("a", "z", ONE, null);
        assertThatThrownBy(missing::build).hasMessageContaining("a -> z: unknown task z");
        assertThatThrownBy(() -> builder("a", "a")).hasMessageContaining("task a is given twice");
        assertThatThrownBy(() -> builder().task("a", ONE.negate()))
                .hasMessageContaining("task a: work -1 is negative");
        assertThatThrownBy(() -> builder().edge("a", "b", ONE.negate(), null))
                .hasMessageContaining("edge a -> b: data -1 is negative");
        ScheduleGraphBuilder twice = builder("a", "b");
        twice.edge("a", "b", ONE, null);
        twice.edge("a", "b", ONE, null);
        assertThatThrownBy(twice::build).hasMessageContaining("a -> b is given twice");
        assertThatThrownBy(() -> new ScheduleGraphBuilder(BigDecimal.ZERO, ONE, ONE))
                .hasMessageContaining("speed is 0");
    }

    @Test
    void aBroadcastHasOneSenderAndOneSize() {
        ScheduleGraphBuilder sizes = builder("a", "b", "c");
        sizes.edge("a", "b", ONE, "x");
        sizes.edge("a", "c", BigDecimal.TWO, "x");
        assertThatThrownBy(sizes::build)
                .hasMessageContaining(
                        "broadcast x: edge a -> b carries 1, but edge a -> c carries 2");
        ScheduleGraphBuilder senders = builder("a", "b", "c");
        senders.edge("a", "b", ONE, "x");
        senders.edge("b", "c", ONE, "x");
        assertThatThrownBy(senders::build).hasMessageContaining("two senders, a and b");
    }

    @Test
    void ticksAreAsLongAsTheyCanBe() {
        ScheduleGraphBuilder builder =
                new ScheduleGraphBuilder(new BigDecimal("3"), new BigDecimal("0.25"), ONE);
        builder.task("1", ONE);
        builder.task("2", new BigDecimal("4.50"));
        ScheduleGraph graph = builder.build();
        assertThat(graph.ticksPerUnit()).isEqualTo(12);
        assertThat(graph.work(0)).isEqualTo(4);
        assertThat(graph.work(1)).isEqualTo(18);
        assertThat(graph.alpha()).isEqualTo(3);
    }

    @Test
    void timesThatFitNoLongAreRefused() {
        assertThatThrownBy(() -> builder().task("a", new BigDecimal("1e999999999")))
                .hasMessageContaining("task a: work has more than 40 digits");
        ScheduleGraphBuilder fine = builder();
        fine.task("a", new BigDecimal("1e-30"));
        assertThatThrownBy(fine::build).hasMessageContaining("no common tick");
        ScheduleGraphBuilder large = builder();
        large.task("a", new BigDecimal("1e30"));
        assertThatThrownBy(large::build).hasMessageContaining("task a takes 1");
        ScheduleGraphBuilder sum = builder();
        for (int i = 0; i < 8; i++) {
            sum.task("" + i, new BigDecimal("1e18"));
        }
        assertThatThrownBy(sum::build).hasMessageContaining("too many ticks");
    }

    @Test
    void noneIsNoneHoweverItIsWritten() {
        ScheduleGraphBuilder builder = builder();
        builder.task("a", new BigDecimal("0e999999999"));
        assertThat(builder.build().work(0)).isZero();
    }

    @Test
    void idsThatAreNumbersCountAsNumbers() {
        ScheduleGraph graph = builder("10", "9", "1").build();
        assertThat(IntStream.range(0, 3).mapToObj(graph::name)).containsExactly("1", "9", "10");
        ScheduleGraph words = builder("10", "9", "a").build();
        assertThat(IntStream.range(0, 3).mapToObj(words::name)).containsExactly("10", "9", "a");
    }

    @Test
    void aChainMayBeLongerThanAnyStack() {
        ScheduleGraphBuilder builder = builder();
        int tasks = 50_000;
        for (int i = 0; i < tasks; i++) {
            builder.task("" + i, ONE);
        }
        for (int i = 1; i < tasks; i++) {
            builder.edge("" + (i - 1), "" + i, ONE, null);
        }
        // Its only exit is added first, and all others as parents of that.
        ScheduleGraph graph = builder.build();
        assertThat(PriorityList.of(graph).tasks())
                .isEqualTo(IntStream.range(0, tasks).boxed().toList());
        assertThat(GraphScheduler.bus(graph, Machine.of(4)).length()).isEqualTo(tasks);
    }

    @Test
    void aGraphWithoutTasksTakesNoTime() {
        ScheduleGraph graph = builder().build();
        assertThat(PriorityList.of(graph)).isEqualTo(new PriorityList(List.of(), List.of()));
        assertThat(GraphScheduler.bus(graph, Machine.of(1)).length()).isZero();
    }

    @Test
    void aMachineNamesEachProcessorOnce() {
        assertThat(new Machine(2, 1)).isEqualTo(new Machine(2, 1)).isNotEqualTo(Machine.of(2));
        assertThatThrownBy(() -> new Machine(1, 3)).hasMessageContaining("1 to 2 once");
        assertThatThrownBy(() -> Machine.of(0)).hasMessageContaining("0 processors");
    }
}
