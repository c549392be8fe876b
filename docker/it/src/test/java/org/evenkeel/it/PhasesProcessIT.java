package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.awaitility.Awaitility;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.api.TaskRejectedException;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scheduling phases of real daemons: two that may be master and three that run tasks. */
@LongForm
class PhasesProcessIT {
    private static final Duration LIMIT = StartedNodes.LIMIT;
    private static final int TASKS = 90;
    private static final int MILLIS = 20;

    @TempDir static Path state;

    @Test
    void aBacklogIsEvenedOutAndAnotherMasterTakesOverWhenOneIsKilledInAPhase() throws Exception {
        Setup setup =
                Setup.of(5, 1)
                        .masters(2)
                        .flags(
                                "--policy",
                                "nrics-1999(eta=0,gap=20ms)",
                                "--holder-lease",
                                "4s",
                                "--owner-lease",
                                "6s");
        try (StartedNodes nodes = StartedNodes.start(setup);
                Cluster cluster = nodes.connect("n3")) {
            awaitMaster(nodes, Set.of("n1", "n2"));
            awaitAllWork(nodes, cluster);
            List<Map<String, Object>> phases = phases(nodes);
            assertThat(phases).anyMatch(phase -> number(phase, "moved") > 0);
            // The one that started first may have been master before it heard of the other.
            long term = number(phases.getLast(), "term");
            String first = String.valueOf(phases.getLast().get("master"));
            assertThat(phases)
                    .filteredOn(phase -> number(phase, "term") == term)
                    .allSatisfy(phase -> assertThat(phase.get("master")).isEqualTo(first));

            // A phase begins and cannot go on: the master waits for n5.
            nodes.signal("STOP", "n5");
            List<TaskHandle<Long>> handles = submit(cluster);
            Awaitility.await("a phase has frozen n3")
                    .atMost(LIMIT)
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> nodes.ask("n3", "phases", "").contains("\"frozen\":true"));
            nodes.kill(first);
            nodes.signal("CONT", "n5");
            run(handles);

            String second = awaitMaster(nodes, Set.of(first.equals("n1") ? "n2" : "n1"));
            awaitAllWork(nodes, cluster);
            Awaitility.await("a phase of " + second + " moves tasks")
                    .atMost(LIMIT)
                    .until(() -> {
                        run(submit(cluster));
                        return phases(nodes).stream()
                                .filter(phase -> second.equals(phase.get("master")))
                                .filter(phase -> number(phase, "term") > term)
                                .anyMatch(phase -> number(phase, "moved") > 0);
                    });
            aRunningTaskGivesWayToOneThatIsToRunThere(nodes, cluster);
            tasksThatWaitForEachOtherGiveWayToo(nodes, cluster);
            jobsAreAdmittedByTheirWidth(nodes);
        }
    }

    private static void aRunningTaskGivesWayToOneThatIsToRunThere(
            StartedNodes nodes, Cluster cluster) throws Exception {
        Path file = state.resolve("steps");
        TaskHandle<String> steps =
                cluster.submit(new MovingWork.Steps(file.toString(), 2, 20, 20, 1));
        Awaitility.await("its first step")
                .atMost(LIMIT)
                .until(() -> Files.exists(file) && Files.size(file) > 4);
        String where = Files.readString(file).lines().findFirst().orElseThrow().substring(2);
        TaskOptions there = TaskOptions.DEFAULT.withNode(where);
        assertThat(cluster.submit(new Work.Spin(1), there).get(LIMIT)).isEqualTo(where);
        assertThat(steps.get(LIMIT)).as(nodes::logs).startsWith("820 [" + where + ", n");
        assertThat(Files.readAllLines(file)).as("no step is taken twice").hasSize(40);
        Awaitility.await("the phase that moved it is over")
                .atMost(LIMIT)
                .until(() -> phases(nodes).stream().anyMatch(one -> number(one, "fromEt") > 0));
    }

    /** The second one of a ring does nothing but wait for the first. */
    private static void tasksThatWaitForEachOtherGiveWayToo(StartedNodes nodes, Cluster cluster)
            throws Exception {
        Path file = state.resolve("ring");
        List<TaskHandle<String>> ring = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            ring.add(cluster.submit(new TalkingWork.Ring(file.toString(), i, 2, i == 0 ? 30 : 0)));
        }
        Awaitility.await("both talk").atMost(LIMIT).until(() -> stays(file, 1).size() == 1);
        String where = stays(file, 1).getFirst();
        TaskOptions there = TaskOptions.DEFAULT.withNode(where);
        assertThat(cluster.submit(new Work.Spin(1), there).get(LIMIT)).isEqualTo(where);
        Awaitility.await("it is moved while it waits")
                .atMost(LIMIT)
                .untilAsserted(() ->
                        assertThat(stays(file, 1))
                                .as(() -> nodes.state(ring.get(1).id()))
                                .hasSizeGreaterThan(1));
        Files.createFile(Path.of(file + ".end"));
        String[] first = ring.get(0).get(LIMIT).split(" ", 3);
        int rounds = Integer.parseInt(first[0]);
        long[] sums = TalkingWork.Ring.sums(2, rounds);
        assertThat(first[1]).as(nodes::logs).isEqualTo("" + sums[0]);
        assertThat(ring.get(1).get(LIMIT))
                .as(() -> nodes.state(ring.get(1).id()))
                .startsWith(rounds + " " + sums[1] + " [" + where + ", n");
    }

    /** The nodes at which one of a ring has been. */
    private static List<String> stays(Path file, int index) throws IOException {
        if (!Files.exists(file)) {
            return List.of();
        }
        return Files.readAllLines(file).stream()
                .filter(line -> line.startsWith(index + " "))
                .map(line -> line.substring(2))
                .toList();
    }

    private static void jobsAreAdmittedByTheirWidth(StartedNodes nodes) throws Exception {
        try (Cluster wide = nodes.builder("n3").jobName("wide").minWorkers(3).connect()) {
            assertThat(wide.submit(new Work.Square(7, 0)).get(LIMIT)).isEqualTo(49L);
            assertThat(jobs(nodes))
                    .as(nodes::logs)
                    .anyMatch(job ->
                            job.get("job").equals(wide.jobId())
                                    && number(job, "width") == 3
                                    && job.get("admission").equals("begun"));
        }
        try (Cluster wider = nodes.builder("n4").jobName("wider").minWorkers(4).connect()) {
            TaskHandle<Long> refused = wider.submit(new Work.Square(7, 0));
            assertThatThrownBy(() -> refused.get(LIMIT))
                    .isInstanceOf(TaskRejectedException.class)
                    .hasMessageContaining(wider.jobId())
                    .hasMessageContaining("it needs 4 workers at once, the cluster has 3");
        }
    }

    /** Nobody is left who could say that the job has ended, but the master. */
    @Test
    void whatIsLeftOfAJobWhoseClientAndOwnerDieIsCleanedUp() throws Exception {
        Setup setup =
                Setup.of(4, 1)
                        .masters(1)
                        .flags(
                                "--policy",
                                "nrics(eta=0,gap=20ms)",
                                "--holder-lease",
                                "2s",
                                "--owner-lease",
                                "3s");
        try (StartedNodes nodes = StartedNodes.start(setup)) {
            awaitMaster(nodes, Set.of("n1"));
            Awaitility.await().atMost(LIMIT).until(() -> !nodes.workers("n4").isEmpty());
            List<ProcessHandle> before = nodes.workers("n4");
            LeftClient client =
                    LeftClient.start(
                            nodes.directory.resolve("nodes/n2"), false, 60, state.resolve("gate"));
            Awaitility.await("n4 works for it")
                    .atMost(LIMIT)
                    .until(() -> nodes.workers("n4").size() > before.size());
            client.kill();
            nodes.kill("n2");
            Awaitility.await("its worker on n4 has ended")
                    .atMost(LIMIT)
                    .untilAsserted(() ->
                            assertThat(before)
                                    .as(nodes::logs)
                                    .noneMatch(one -> StartedNodes.isAlive(one.pid())));
            try (Cluster cluster = nodes.connect("n3")) {
                run(submit(cluster));
            }
        }
    }

    @SuppressWarnings("unchecked") // JSON
    private static List<Map<String, Object>> jobs(StartedNodes nodes) throws Exception {
        return (List<Map<String, Object>>) ask(nodes, "jobs").get("jobs");
    }

    private static List<TaskHandle<Long>> submit(Cluster cluster) throws Exception {
        List<TaskHandle<Long>> handles = new ArrayList<>();
        for (int i = 0; i < TASKS; i++) {
            handles.add(cluster.submit(new Work.Square(i, MILLIS)));
        }
        return handles;
    }

    /** Runs tasks again and again until all that have workers have had a part. */
    private static void awaitAllWork(StartedNodes nodes, Cluster cluster) {
        Set<String> seen = new TreeSet<>();
        Awaitility.await("work at n3, n4 and n5")
                .atMost(LIMIT)
                .pollInterval(Duration.ofMillis(1))
                .untilAsserted(() -> {
                    seen.addAll(run(submit(cluster)));
                    assertThat(seen).as(nodes::logs).contains("n3", "n4", "n5");
                });
    }

    /** Where they ran; their results are right. */
    private static Set<String> run(List<TaskHandle<Long>> handles) throws Exception {
        Set<String> nodes = new TreeSet<>();
        for (int i = 0; i < handles.size(); i++) {
            assertThat(handles.get(i).get(LIMIT)).isEqualTo((long) i * i);
            nodes.add(handles.get(i).where());
        }
        return nodes;
    }

    /** Waits until one of these, and nobody else, takes itself for the master. */
    private static String awaitMaster(StartedNodes nodes, Set<String> candidates) {
        return Awaitility.await("a master of " + candidates)
                .atMost(LIMIT)
                .pollInterval(Duration.ofMillis(100))
                .until(
                        () -> masters(nodes),
                        masters -> masters.size() == 1 && candidates.containsAll(masters))
                .getFirst();
    }

    private static List<String> masters(StartedNodes nodes) throws IOException {
        List<String> names = new ArrayList<>();
        for (String node : List.of("n1", "n2")) {
            if (nodes.daemon(node).isAlive()
                    && nodes.ask(node, "phases", "0").contains("\"master\":true")) {
                names.add(node);
            }
        }
        return names;
    }

    @SuppressWarnings("unchecked") // JSON
    private static List<Map<String, Object>> phases(StartedNodes nodes) throws Exception {
        return (List<Map<String, Object>>) ask(nodes).get("phases");
    }

    private static Map<String, Object> ask(StartedNodes nodes) throws Exception {
        return ask(nodes, "lab", "phases");
    }

    private static Map<String, Object> ask(StartedNodes nodes, String... words) throws Exception {
        List<String> line = new ArrayList<>(List.of(words));
        line.addAll(List.of("--cluster-dir", nodes.directory.toString(), "--json"));
        Command.Ended ended = new Command(state).run(line.toArray(String[]::new));
        assertThat(ended.exitCode()).as(ended.toString()).isZero();
        return JSON.std.mapFrom(ended.out());
    }

    private static long number(Map<String, Object> fields, String name) {
        return fields.get(name) instanceof Number number ? number.longValue() : -1;
    }
}
