package org.evenkeel.graphs;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Zhang, Feng, Han, Han, "Static task scheduling for clusters interconnected by bus" (1999): a
 * graph of eleven tasks with every fact told of its Figure 1, and its two programs.
 */
class BusPaperTest {
    private static final EliminationGraphs.Matrix MATRIX =
            new EliminationGraphs.Matrix(10_000, 200);
    private static final EliminationGraphs.Speeds SPEEDS =
            new EliminationGraphs.Speeds(
                    new BigDecimal("50e6"), new BigDecimal("5e-4"), new BigDecimal("1e5"));
    private static final ScheduleGraph GAUSS_JORDAN = EliminationGraphs.gaussJordan(MATRIX, SPEEDS);
    private static final ScheduleGraph LU = EliminationGraphs.lu(MATRIX, SPEEDS);

    private static ScheduleGraph figureOne() {
        ScheduleGraphBuilder builder =
                new ScheduleGraphBuilder(BigDecimal.ONE, BigDecimal.ZERO, BigDecimal.ONE);
        String[] works = "0.5 2.5 3.5 1.5 1.0 2.0 2.0 1.5 2.0 3.5 2.0".split(" ");
        for (int i = 0; i < works.length; i++) {
            builder.task("" + (i + 1), new BigDecimal(works[i]));
        }
        Stream.of(
                        "1 2 0.5 bcst1",
                        "1 3 0.5 bcst1",
                        "1 4 0.5 bcst1",
                        "1 5 0.5 bcst1",
                        "2 7 0.2 bcst2",
                        "2 8 0.2 bcst2",
                        "3 6 0.1",
                        "4 6 0.9",
                        "4 7 1.7",
                        "5 8 0.1",
                        "6 9 0.1 bcst3",
                        "6 10 0.1 bcst3",
                        "7 9 0.6",
                        "8 10 0.4",
                        "9 11 3.2",
                        "10 11 0.9")
                .map(line -> line.split(" "))
                .forEach(edge ->
                        builder.edge(
                                edge[0],
                                edge[1],
                                new BigDecimal(edge[2]),
                                edge.length > 3 ? edge[3] : null));
        return builder.build();
    }

    private static List<String> names(List<Integer> tasks, ScheduleGraph graph) {
        return tasks.stream().map(graph::name).toList();
    }

    private static Schedule bus(ScheduleGraph graph, int... tieOrder) {
        return ScheduleValidator.validated(GraphScheduler.bus(graph, new Machine(tieOrder)));
    }

    private static long length(ScheduleGraph graph, int processors) {
        return ScheduleValidator.validated(GraphScheduler.bus(graph, Machine.of(processors)))
                .length();
    }

    private static String words(Schedule.Message message, ScheduleGraph graph) {
        String name =
                message.isBroadcast()
                        ? graph.groupName(message.group())
                        : graph.name(graph.from(message.edge()))
                                + ","
                                + graph.name(graph.to(message.edge()));
        return "%s %d-%d".formatted(name, message.start(), message.arrive());
    }

    @Test
    void theListBeginsWithTheCriticalPathAsItsParentsLetIt() {
        ScheduleGraph graph = figureOne();
        PriorityList list = PriorityList.of(graph);
        assertThat(names(list.tasks(), graph))
                .containsExactly("1", "4", "2", "7", "3", "6", "9", "5", "8", "10", "11");
        assertThat(names(list.criticalPath(), graph)).containsExactly("1", "4", "7", "9", "11");
        assertThat(graph.ticksPerUnit()).isEqualTo(10);
        assertThat(graph.serial()).isEqualTo(220);
        assertThat(Levels.of(graph).length()).isEqualTo(140);
        assertThat(Levels.longestWithoutCommunication(graph)).isEqualTo(115);
    }

    @Test
    void theScheduleOnThreeProcessorsIsThatOfFigureOne() {
        ScheduleGraph graph = figureOne();
        Schedule schedule = bus(graph, 1, 3, 2);
        assertThat(schedule.placed())
                .extracting(one ->
                        "%s p%d %d-%d"
                                .formatted(
                                        graph.name(one.task()),
                                        one.processor(),
                                        one.start(),
                                        one.finish()))
                .containsExactly(
                        "1 p1 0-5",
                        "4 p1 5-20",
                        "2 p3 10-35",
                        "7 p1 37-57",
                        "3 p2 10-45",
                        "6 p2 45-65",
                        "9 p2 65-85",
                        "5 p1 20-30",
                        "8 p3 35-50",
                        "10 p1 66-101",
                        "11 p2 110-130");
        assertThat(schedule.messages())
                .extracting(message -> words(message, graph))
                .containsExactly(
                        "bcst1 5-10",
                        "4,6 20-29",
                        "5,8 30-31",
                        "bcst2 35-37",
                        "8,10 50-54",
                        "7,9 57-63",
                        "bcst3 65-66",
                        "10,11 101-110");
    }

    @ParameterizedTest
    @CsvSource({"1, 220", "2, 155", "3, 130", "4, 130", "11, 130"})
    void moreThanThreeProcessorsAreOfNoUse(int processors, long length) {
        assertThat(length(figureOne(), processors)).isEqualTo(length);
    }

    @Test
    void withoutBroadcastTheSameTakesLonger() {
        assertThat(bus(figureOne().withoutBroadcast(), 1, 3, 2).length()).isEqualTo(135);
    }

    @Test
    void aGraphThatOnlyCommunicatesIsRunOnOneProcessor() {
        ScheduleGraphBuilder builder =
                new ScheduleGraphBuilder(BigDecimal.ONE, BigDecimal.ZERO, BigDecimal.ONE);
        for (int i = 1; i <= 4; i++) {
            builder.task("" + i, BigDecimal.ONE);
        }
        builder.edge("1", "2", new BigDecimal("0.1"), null);
        builder.edge("1", "3", new BigDecimal("0.1"), null);
        builder.edge("2", "4", BigDecimal.valueOf(100), null);
        builder.edge("3", "4", BigDecimal.valueOf(100), null);
        ScheduleGraph graph = builder.build();
        Schedule schedule = bus(graph, 1, 2);
        assertThat(schedule.fallback()).isTrue();
        assertThat(schedule.length()).isEqualTo(4 * graph.ticksPerUnit());
        assertThat(schedule.messages()).isEmpty();
        assertThat(GraphScheduler.heft(graph, Machine.of(2)).length())
                .isGreaterThan(100 * graph.ticksPerUnit());
    }

    @Test
    void gaussJordanIsTheProgramOfThePaper() {
        assertThat(GAUSS_JORDAN.size()).isEqualTo(1276);
        assertThat(GAUSS_JORDAN.ticksPerUnit()).isEqualTo(50_000_000);
        assertThat(GAUSS_JORDAN.serial()).isEqualTo(941_752_950_000L);
        assertThat(Levels.longestWithoutCommunication(GAUSS_JORDAN)).isEqualTo(38_434_079_800L);
        assertThat(messagesSaved(GAUSS_JORDAN)).isEqualTo(1225);
    }

    @ParameterizedTest
    @CsvSource({"1, 941752950000", "2, 481768304600", "4, 256404464600", "64, 94060024400"})
    void gaussJordanWithBroadcastTakesTheTicksOfTheSpecification(int processors, long length) {
        assertThat(length(GAUSS_JORDAN, processors)).isEqualTo(length);
    }

    @Test
    void gaussJordanWithoutBroadcastIsBestOnTwoProcessors() {
        ScheduleGraph graph = GAUSS_JORDAN.withoutBroadcast();
        assertThat(length(graph, 2)).isEqualTo(636_234_720_600L);
        assertThat(speedUp(graph, 2)).isEqualTo(1.48);
        assertThat(length(graph, 3)).isGreaterThanOrEqualTo(length(graph, 2));
        assertThat(length(graph, 64)).isGreaterThanOrEqualTo(length(graph, 2));
    }

    @Test
    void luIsTheProgramOfThePaper() {
        assertThat(LU.size()).isEqualTo(1275);
        assertThat(LU.serial()).isEqualTo(666_881_345_000L);
        assertThat(Levels.longestWithoutCommunication(LU)).isEqualTo(30_320_385_000L);
        assertThat(messagesSaved(LU)).isEqualTo(1176);
    }

    @Test
    void luWithoutBroadcastIsBestOnTwoProcessors() {
        ScheduleGraph graph = LU.withoutBroadcast();
        assertThat(speedUp(graph, 2)).isEqualTo(1.64);
        assertThat(length(graph, 3)).isGreaterThanOrEqualTo(length(graph, 2));
        assertThat(length(graph, 64)).isGreaterThanOrEqualTo(length(graph, 2));
    }

    /** To two digits, as published. */
    private static double speedUp(ScheduleGraph graph, int processors) {
        return Math.round(100.0 * graph.serial() / length(graph, processors)) / 100.0;
    }

    private static long messagesSaved(ScheduleGraph graph) {
        long members = 0;
        for (int edge = 0; edge < graph.edges(); edge++) {
            members += graph.group(edge) >= 0 ? 1 : 0;
        }
        return members - graph.groups();
    }
}
