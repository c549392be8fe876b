package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.TaskFailedException;
import org.evenkeel.api.graph.GraphProgress;
import org.evenkeel.api.graph.GraphReport;
import org.evenkeel.api.graph.GraphReport.TaskRow;
import org.evenkeel.api.graph.GraphReport.Transfer;
import org.evenkeel.api.graph.GraphRun;
import org.evenkeel.api.graph.TaskGraph;
import org.evenkeel.api.graph.TaskGraphBuilder;
import org.evenkeel.api.graph.Value;
import org.evenkeel.it.GraphWork.Lanes;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Task graphs on real daemons: planned, carried out, planned anew when a node dies. */
@Tag("extended")
class GraphProcessIT {
    private static final Duration LONGEST = StartedNodes.LIMIT;
    private static final int BYTES = 800_000; // well above what travels with tasks

    private static StartedNodes four;

    @BeforeAll
    static void start() throws Exception {
        four = StartedNodes.start(Setup.of(4, 1));
    }

    @AfterAll
    static void stop() {
        four.close();
    }

    @Test
    void theSharedValueComesToEachNodeOnceAndTasksRunWhereThePlanHasThem() throws Exception {
        try (Cluster cluster = four.connect("n1")) {
            Lanes lanes = Lanes.of(4, 3, BYTES / 8, 300);
            Awaitility.await().atMost(LONGEST).until(() -> isWhole(cluster));
            List<GraphProgress> seen = new CopyOnWriteArrayList<>();
            GraphRun run = cluster.submit(lanes.graph());
            run.onProgress(seen::add);
            assertThat(run.get(lanes.sum())).as(four::logs).isEqualTo(lanes.expected());
            GraphReport report = run.join();
            System.out.println(String.join("\n", report.lines()));
            assertThat(report.tasks())
                    .allMatch(row -> row.runs() == 1 && row.node().equals(row.plannedNode()));
            assertThat(report.tasks().stream().map(TaskRow::node).distinct()).hasSize(4);
            assertThat(report.transfers()).allMatch(transfer -> transfer.count() == 1);
            Set<String> pairs = new HashSet<>();
            assertThat(report.transfers())
                    .allMatch(transfer -> pairs.add(transfer.value() + ">" + transfer.to()));
            List<Transfer> shared =
                    report.transfers().stream()
                            .filter(transfer -> transfer.value().equals("numbers"))
                            .toList();
            assertThat(shared).hasSize(3);
            assertThat(report.toJson()).contains("\"graph\":\"lanes\"", "\"transfers\":[{");
            assertThat(run.toSvg()).contains("<svg", "add3.2", "#b7e1b0");
            assertThat(seen).isNotEmpty().allMatch(progress -> progress.total() == 14);
            assertThat(seen)
                    .anyMatch(progress ->
                            progress.remaining().isPresent()
                                    && progress.criticalPath().contains("sum")
                                    && progress.outlook().contains(" s left, by add"));
            Awaitility.await().atMost(LONGEST).until(() -> isSentOn(cluster));
        }
    }

    /** The third node to need a value asks the first for it, which has it or waits for it. */
    private static boolean isSentOn(Cluster cluster) throws InterruptedException {
        GraphReport report = cluster.submit(Lanes.of(4, 1, BYTES / 8, 50).graph()).join();
        String maker = report.tasks().getFirst().node();
        return report.transfers().stream()
                .anyMatch(transfer ->
                        transfer.value().equals("numbers") && !transfer.from().equals(maker));
    }

    private static boolean isWhole(Cluster cluster) throws InterruptedException {
        Lanes probe = Lanes.of(4, 1, 10, 20);
        return cluster.submit(probe.graph()).join().nodes().size() == 4;
    }

    @Test
    @LongForm
    void whatANodeTookWithItIsMadeAgainElsewhere() throws Exception {
        try (StartedNodes nodes = StartedNodes.start(Setup.of(3, 1));
                Cluster cluster = nodes.connect("n1")) {
            Lanes lanes = Lanes.of(3, 24, BYTES / 8, 250); // long enough to see that a node is gone
            GraphRun run = cluster.submit(lanes.graph());
            Awaitility.await().atMost(LONGEST).until(() -> hasRunOn(run.report(), "n3", 3));
            nodes.kill("n3");
            assertThat(run.get(lanes.sum())).as(nodes::logs).isEqualTo(lanes.expected());
            GraphReport report = run.join();
            System.out.println(report.summary());
            assertThat(report.replans()).isPositive();
            assertThat(report.madeAgain()).isPositive();
            assertThat(report.nodes()).doesNotContainKey("n3");
        }
    }

    private static boolean hasRunOn(GraphReport report, String node, int tasks) {
        return report.tasks().stream().filter(row -> row.node().equals(node)).count() >= tasks;
    }

    @Test
    void theCommandThatPlansReadsItsPicture(@TempDir Path state) throws Exception {
        Path file = state.resolve("lanes.dot");
        Files.writeString(file, Lanes.of(2, 3, 10, 100).graph().toDot());
        Command.Ended plan =
                new Command(state)
                        .run(
                                "lab",
                                "plan",
                                "graph",
                                file.toString(),
                                "--processors",
                                "2",
                                "--json");
        assertThat(plan.exitCode()).as(plan.toString()).isZero();
        assertThat(plan.out()).contains("\"task\":\"add1.2\"");
    }

    @Test
    void aTaskThatThrowsEndsItsGraph() throws Exception {
        try (Cluster cluster = four.connect("n2")) {
            TaskGraphBuilder builder = TaskGraph.named("fails");
            Value<long[]> first = builder.task("numbers", new GraphWork.Numbers(3, 0));
            Value<Long> bad = builder.task("bad", first, GraphWork.fourth());
            GraphRun run = cluster.submit(builder.build());
            assertThatThrownBy(() -> run.get(bad))
                    .isInstanceOf(TaskFailedException.class)
                    .hasMessageContaining("fails/bad")
                    .hasMessageContaining("3");
            assertThat(run.isDone()).isTrue();
        }
    }
}
