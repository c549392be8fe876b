package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.Durability;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.api.TaskRejectedException;
import org.evenkeel.chaos.Observer;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Daemons leave and come back, all of them at once or one after the other, and two clients have
 * jobs.
 */
@Tag("extended")
class LeavingProcessIT {
    private static final TaskOptions ON_DISK = TaskOptions.DEFAULT.withDurability(Durability.DISK);
    private static final Duration LIMIT = StartedNodes.LIMIT;
    private static final int SHORT = 40;

    @TempDir Path folder;

    private static StartedNodes three(int workers) throws Exception {
        return StartedNodes.start(Setup.of(3, workers).leaving("30s"));
    }

    /** Each can keep what is replicated. */
    private static StartedNodes linked(StartedNodes nodes) {
        nodes.names.forEach(nodes::awaitReplicas);
        return nodes;
    }

    /** A client submits tasks, none of which ends before the gate opens, and leaves its job. */
    private String leaveJob(StartedNodes nodes, String node, int tasks) throws Exception {
        try (Cluster leaving = nodes.builder(node).detached(true).connect()) {
            for (int i = 0; i < tasks; i++) {
                leaving.submit(new Work.GatedSquare(i, gate().toString()), ON_DISK);
            }
            leaving.detach();
            return leaving.jobId();
        }
    }

    /** The same with short tasks, and behind them tasks that wait for the gate. */
    private String leaveJob(StartedNodes nodes, String node, Durability level, int gated)
            throws Exception {
        TaskOptions options = TaskOptions.DEFAULT.withDurability(level);
        Queue<Throwable> rejected = new ConcurrentLinkedQueue<>();
        try (Cluster leaving = nodes.builder(node).detached(true).connect()) {
            for (int i = 0; i < SHORT; i++) {
                note(leaving.submit(new Work.Square(i, 20), options), rejected);
            }
            for (int i = SHORT; i < SHORT + gated; i++) {
                Work.GatedSquare task = new Work.GatedSquare(i, gate().toString());
                note(leaving.submit(task, options.withPriority(0)), rejected);
            }
            leaving.detach();
            assertThat(rejected).as(nodes::logs).isEmpty();
            return leaving.jobId();
        }
    }

    private static void note(TaskHandle<?> task, Queue<Throwable> rejected) {
        task.onDone((_, thrown) -> {
            if (thrown instanceof TaskRejectedException) {
                rejected.add(thrown);
            }
        });
    }

    private static SteadyLoad load(StartedNodes nodes, String node, Durability level) {
        return new SteadyLoad(
                nodes.connect(node), TaskOptions.DEFAULT.withDurability(level), 40, 20);
    }

    private Path gate() {
        return folder.resolve("gate");
    }

    private static void checkJob(StartedNodes nodes, String from, String job, int tasks)
            throws Exception {
        try (Cluster attached = nodes.builder(from).attach(job)) {
            List<Long> results = new ArrayList<>();
            for (TaskHandle<?> handle : attached.handles()) {
                results.add((Long) handle.get(LIMIT));
            }
            assertThat(results)
                    .as(nodes::logs)
                    .containsExactlyInAnyOrderElementsOf(
                            LongStream.range(0, tasks).mapToObj(i -> i * i).toList());
        }
    }

    @Test
    void jobsOnDiskStayWhereTheyAreWhenAllDaemonsLeave() throws Exception {
        try (StartedNodes nodes = three(1)) {
            String first = leaveJob(nodes, "n1", 12);
            String second = leaveJob(nodes, "n2", 12);
            for (String node : nodes.names) {
                nodes.signal("TERM", node);
            }
            Files.createFile(gate()); // what runs is waited for
            for (String node : nodes.names) {
                assertThat(nodes.exitCode(node)).as(nodes::logs).isZero();
            }
            nodes.makeWhole();
            for (String node : nodes.names) {
                assertThat(nodes.ask(node, "jobs", ""))
                        .as("who has which job")
                        .satisfies(answer -> {
                            assertThat(answer.contains(first)).isEqualTo(node.equals("n1"));
                            assertThat(answer.contains(second)).isEqualTo(node.equals("n2"));
                        });
            }
            checkJob(nodes, "n3", first, 12);
            checkJob(nodes, "n3", second, 12);
        }
    }

    /** What is asked or closed at an owner of before is no business of that. */
    @Test
    void aJobIsItsOwnersOfNowAndAnEarlierOwnerClosesNothing() throws Exception {
        try (StartedNodes nodes = three(1)) {
            String job = leaveJob(nodes, "n1", 12);
            Files.createFile(gate()); // what runs ends; nothing is fetched
            assertThat(nodes.stop("n1")).as(nodes::logs).isZero();
            nodes.restart("n1");
            Awaitility.await("the owner of before knows who has the job")
                    .atMost(LIMIT)
                    .untilAsserted(() ->
                            assertThat(nodes.ask("n1", "jobs", ""))
                                    .as(nodes::logs)
                                    .doesNotContain(job));
            assertThat(nodes.ask("n2", "jobs", "") + nodes.ask("n3", "jobs", ""))
                    .as("the owner of now")
                    .contains(job);
            try (Observer client = Observer.asClient(nodes.directory, "n1")) {
                client.close(job);
            }
            checkJob(nodes, "n1", job, 12);
        }
    }

    /**
     * Attached clients keep tasks of each level open from the first restart to the last. A detached
     * job of each level that survives its client has a task that waits for the last restart, and
     * before each restart another job is left, at the daemon that leaves next.
     */
    @Test
    @LongForm
    void everyDaemonIsStartedAnewTwiceUnderLoad() throws Exception {
        try (StartedNodes nodes = linked(three(2));
                SteadyLoad onDisk = load(nodes, "n1", Durability.DISK);
                SteadyLoad replicated = load(nodes, "n2", Durability.REPLICATED);
                SteadyLoad inMemory = load(nodes, "n3", Durability.MEMORY)) {
            List<SteadyLoad> loads = List.of(onDisk, replicated, inMemory);
            Map<String, Integer> left = new LinkedHashMap<>();
            left.put(leaveJob(nodes, "n1", Durability.DISK, 1), SHORT + 1);
            left.put(leaveJob(nodes, "n1", Durability.REPLICATED, 1), SHORT + 1);
            Durability level = Durability.DISK;
            for (int round = 0; round < 2; round++) {
                for (String node : nodes.names) {
                    left.put(leaveJob(nodes, node, level, 0), SHORT);
                    level = level == Durability.DISK ? Durability.REPLICATED : Durability.DISK;
                    assertThat(nodes.stop(node)).as(nodes::logs).isZero();
                    loads.forEach(load -> load.awaitMore(20, nodes::logs));
                    nodes.restart(node);
                    loads.forEach(load -> load.awaitMore(20, nodes::logs));
                }
            }
            Files.createFile(gate());
            for (SteadyLoad load : loads) { // whose tasks have precedence
                load.finish(nodes::logs);
                System.out.println("LeavingProcessIT, " + load);
            }
            int next = 0;
            for (Map.Entry<String, Integer> job : left.entrySet()) {
                String from = nodes.names.get(next++ % nodes.names.size());
                checkJob(nodes, from, job.getKey(), job.getValue());
            }
        }
    }
}
