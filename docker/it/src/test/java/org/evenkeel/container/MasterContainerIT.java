package org.evenkeel.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.awaitility.Awaitility;
import org.evenkeel.it.LongForm;
import org.evenkeel.testcontainers.ClusterSettings;
import org.evenkeel.testcontainers.EvenkeelCluster;
import org.evenkeel.testcontainers.EvenkeelNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A master of scheduling phases on a machine of its own is lost, and a machine must be gone by a
 * deadline, each while a job with known answers runs on the two others.
 */
@NeedsEngine
@Timeout(300)
class MasterContainerIT {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final int MILLIS = 50;

    private static EvenkeelCluster machines;

    @BeforeAll
    static void start() {
        machines =
                EvenkeelCluster.start(
                        ClusterSettings.of(3)
                                .withPolicy("nrics-1999(eta=0,gap=50ms)")
                                .withFlags(
                                        "--holder-lease",
                                        "4s",
                                        "--owner-lease",
                                        "6s",
                                        "--drain-grace",
                                        "2s",
                                        CompileOnce.WORKERS)
                                .withJvmOptions(CompileOnce.DAEMONS)
                                .withFlagsOf("n1", "--master", "true"));
    }

    @AfterAll
    static void stop() {
        if (machines != null) {
            machines.close();
        }
    }

    @AfterEach
    void everybodyIsThereAgain() {
        machines.nodes().forEach(EvenkeelNode::recover);
        awaitMaster();
    }

    @Test
    void killedMasterCostsNoAnswerAndNobodyWorksTwice() throws Exception {
        awaitMaster();
        try (NotedJob job = NotedJob.refilled(machines, "n2", 150, MILLIS)) {
            job.awaitResultsOf("n3", 5);
            assertThat(moved(phases())).as("tasks moved by phases").isPositive();
            machines.node("n1").kill();
            job.assertStillRuns();
            long before = job.resultsOf("n3");
            job.awaitResultsOf("n3", (int) before + 20); // by its neighbour, without a master
            job.assertStillRuns();
            job.assertAnswers();
            job.assertNoRunWithoutCause(Set.of("n1"));
        }
        machines.node("n1").start();
        awaitMaster();
        try (NotedJob next = new NotedJob(machines, "n2", 150, MILLIS)) {
            next.awaitResultsOf("n3", 5);
            next.assertAnswers();
            assertThat(moved(phases())).as("tasks moved by phases after that").isPositive();
            next.assertNoRunWithoutCause(Set.of());
        }
    }

    /** What runs longer than a leaving machine has time for runs again elsewhere; nothing else. */
    @Test
    @LongForm
    void machineThatLeavesIsGoneByItsDeadlineThoughATaskStillRuns() throws Exception {
        int millis = 9_000;
        try (NotedJob job = new NotedJob(machines, "n2", 2, millis)) {
            EvenkeelNode leaving = machines.node("n3");
            Awaitility.await("n3 works")
                    .atMost(LIMIT)
                    .pollInterval(Duration.ofMillis(200))
                    .until(() -> !job.begun(leaving).isEmpty());
            leaving.stop();
            assertThat(leaving.exitCode()).as("exit code of a machine that left").isZero();
            job.assertStillRuns(); // it did not wait for its task
            job.assertAnswers();
            assertThat(job.resultsOf("n2")).as("results of the other one").isEqualTo(2);
            job.assertNoRunWithoutCause(Set.of("n3"));
        }
    }

    private static void awaitMaster() {
        Awaitility.await("n1 is master")
                .atMost(LIMIT)
                .pollInterval(Duration.ofMillis(300))
                .untilAsserted(() -> assertThat(ask().get("masters")).isEqualTo(List.of("n1")));
        Awaitility.await("n2 and n3 know each other and n1")
                .atMost(LIMIT)
                .pollInterval(Duration.ofMillis(300))
                .untilAsserted(() ->
                        assertThat(machines.reportBy(machines.node("n2")))
                                .hasSize(3)
                                .allMatch(MasterContainerIT::isLinked));
    }

    private static boolean isLinked(Map<?, ?> node) {
        return node.get("neighbours") instanceof List<?> neighbours
                && neighbours.size() == 2
                && neighbours.stream()
                        .allMatch(one -> Boolean.TRUE.equals(((Map<?, ?>) one).get("up")));
    }

    private static Map<String, Object> ask() throws IOException {
        return JSON.std.mapFrom(machines.node("n2").bash("evenkeel lab phases --json"));
    }

    private static List<?> phases() throws IOException {
        return (List<?>) ask().get("phases");
    }

    private static long moved(List<?> phases) {
        return phases.stream()
                .mapToLong(phase -> ((Number) ((Map<?, ?>) phase).get("moved")).longValue())
                .sum();
    }
}
