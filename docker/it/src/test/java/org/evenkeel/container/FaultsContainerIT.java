package org.evenkeel.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.awaitility.Awaitility;
import org.evenkeel.it.LongForm;
import org.evenkeel.testcontainers.EvenkeelCluster;
import org.evenkeel.testcontainers.EvenkeelMachines;
import org.evenkeel.testcontainers.EvenkeelNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Machines come, die, stand still, are cut off and are restarted while a job with known answers
 * runs: each answer is right, and nothing is run twice without cause. One cluster for all tests;
 * each leaves it whole.
 */
@NeedsEngine
@Timeout(300)
@EvenkeelMachines(
        value = 3,
        flags = {"--holder-lease", "2s", "--owner-lease", "3s", CompileOnce.WORKERS},
        jvmOptions = CompileOnce.DAEMONS)
class FaultsContainerIT {
    private static final int MILLIS = 50;
    private static final List<String> NAMES = List.of("n1", "n2", "n3");

    @Test
    void tasksThatAllEnterAtOneMachineSpread(EvenkeelCluster machines) throws Exception {
        try (NotedJob job = new NotedJob(machines, 300, MILLIS)) {
            job.assertAnswers();
            for (String name : NAMES) {
                assertThat(job.resultsOf(name)).as("results of " + name).isGreaterThan(300 / 6);
            }
            assertThat(job.runs()).hasSize(300);
            job.assertNoRunWithoutCause(Set.of());
        }
    }

    @Test
    void lateJoinerGetsWorkWhileTheJobRuns(EvenkeelCluster machines) throws Exception {
        try (NotedJob job = refilled(machines)) {
            job.awaitResultsOf("n3", 1);
            EvenkeelNode late = machines.add();
            try {
                job.awaitResultsOf(late.name(), 1);
                job.assertStillRuns();
                System.out.printf(
                        "A late joiner ran its first task after %d ms%n",
                        job.begun(late).getFirst().atMillis() - readyAtMillis(late));
                job.assertAnswers();
                job.assertNoRunWithoutCause(Set.of());
            } finally {
                late.stop();
            }
            assertThat(late.exitCode()).as("exit code of a machine that left").isZero();
        }
    }

    /** A job that enters at n1 and runs for as long as a test needs it. */
    private static NotedJob refilled(EvenkeelCluster machines) {
        return NotedJob.refilled(machines, "n1", 150, MILLIS);
    }

    /**
     * When the daemon wrote where it listens, which is the last that it does before it is ready.
     */
    private static long readyAtMillis(EvenkeelNode node) {
        String file = "clusters/default/nodes/" + node.name() + "/daemon.json";
        String seconds = node.bash("stat -c %.3Y " + file).strip();
        return Math.round(Double.parseDouble(seconds) * 1000);
    }

    @Test
    void killedMachineCostsNoAnswer(EvenkeelCluster machines) throws Exception {
        try (NotedJob job = refilled(machines)) {
            job.awaitResultsOf("n3", 5);
            Set<Integer> done = job.done();
            machines.node("n3").kill();
            job.assertStillRuns();
            job.assertAnswers();
            machines.node("n3").start();
            job.assertNoRunWithoutCause(Set.of("n3"));
            job.assertRanOnce(done);
        }
    }

    @Test
    void machineThatStandsStillForTenSecondsCostsNoAnswer(EvenkeelCluster machines)
            throws Exception {
        try (NotedJob job = refilled(machines)) {
            job.awaitResultsOf("n3", 5);
            Set<Integer> done = job.done();
            machines.node("n3").pause();
            Thread.sleep(10_000); // the fault is the time itself
            job.assertStillRuns();
            long before = job.resultsOf("n3");
            machines.node("n3").resume();
            job.awaitResultsOf("n3", (int) before + 5);
            job.assertAnswers();
            job.assertNoRunWithoutCause(Set.of("n3"));
            job.assertRanOnce(done);
        }
    }

    @Test
    void machineThatIsCutOffBothWaysCostsNoAnswerAndWorksAgain(EvenkeelCluster machines)
            throws Exception {
        assertCostsNothing(machines, () -> machines.isolate("n3"));
    }

    @Test
    @LongForm
    void machineThatIsHeardButDoesNotHearCostsNoAnswerAndWorksAgain(EvenkeelCluster machines)
            throws Exception {
        assertCostsNothing(
                machines,
                () -> {
                    machines.cutOneWay("n1", "n3");
                    machines.cutOneWay("n2", "n3");
                });
    }

    /** Cuts n3 off while a job runs, until n1 does without it. */
    private static void assertCostsNothing(EvenkeelCluster machines, Runnable cut)
            throws Exception {
        try (NotedJob job = refilled(machines)) {
            job.awaitResultsOf("n3", 5);
            Set<Integer> done = job.done();
            cut.run();
            Awaitility.await("n1 does without n3")
                    .atMost(Duration.ofMinutes(1))
                    .pollInterval(Duration.ofMillis(300))
                    .until(() -> !linked(machines).contains("n3"));
            job.assertStillRuns();
            machines.heal();
            job.assertAnswers();
            job.assertNoRunWithoutCause(Set.of("n3"));
            job.assertRanOnce(done);
        }
        Awaitility.await("n3 is back")
                .atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofMillis(300))
                .until(() -> linked(machines).contains("n3"));
        try (NotedJob next = new NotedJob(machines, 150, MILLIS)) {
            next.awaitResultsOf("n3", 5);
            next.assertAnswers();
        }
    }

    @Test
    @LongForm
    void everyMachineIsRestartedOneAfterTheOther(EvenkeelCluster machines) throws Exception {
        try (NotedJob job = refilled(machines)) {
            job.awaitResultsOf("n3", 5);
            for (String name : List.of("n3", "n2")) {
                machines.node(name).stop();
                assertThat(machines.node(name).exitCode()).as("exit code of " + name).isZero();
                machines.node(name).start();
                job.assertStillRuns();
            }
            Set<Integer> done = job.done();
            machines.node("n1").restart();
            job.assertStillRuns();
            job.assertAnswers();
            Map<Integer, Integer> runs = job.runs();
            assertThat(runs).hasSize(job.size());
            // n1 had accepted the tasks. Those that were open when it left may have run elsewhere.
            job.assertRanOnce(done);
            assertThat(runs.values())
                    .as("runs of a task")
                    .allSatisfy(count -> assertThat(count).isLessThanOrEqualTo(2));
        }
    }

    private static List<String> linked(EvenkeelCluster machines) {
        return machines.reportBy(machines.node("n1")).stream()
                .filter(node -> "n1".equals(node.get("node")))
                .flatMap(node -> ((List<?>) node.get("neighbours")).stream())
                .map(neighbour -> (Map<?, ?>) neighbour)
                .filter(neighbour -> Boolean.TRUE.equals(neighbour.get("up")))
                .map(neighbour -> String.valueOf(neighbour.get("name")))
                .toList();
    }

    @AfterEach
    void everybodyIsThereAgain(EvenkeelCluster machines) {
        machines.heal();
        for (String name : NAMES) {
            machines.node(name).recover();
        }
        Awaitility.await("n2 and n3 are linked to n1")
                .atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofMillis(300))
                .untilAsserted(() -> assertThat(linked(machines)).contains("n2", "n3"));
    }
}
