package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.Durability;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.api.UnknownJobException;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the owner's disk keeps: real daemons are killed with SIGKILL and started again. */
class DurableProcessIT {
    private static final TaskOptions ON_DISK = TaskOptions.DEFAULT.withDurability(Durability.DISK);

    private static final TaskOptions REPLICATED =
            TaskOptions.DEFAULT.withDurability(Durability.REPLICATED);

    private static final Duration LIMIT = StartedNodes.LIMIT;

    private static StartedNodes three;

    @TempDir Path folder;

    @BeforeAll
    static void start() throws Exception {
        three =
                StartedNodes.start(
                        Setup.of(3, 1).flags("--holder-lease", "1s", "--owner-lease", "2s"));
    }

    @AfterAll
    static void stop() {
        three.close();
    }

    @BeforeEach
    void makeWhole() {
        three.makeWhole();
    }

    /** A client submits tasks, none of which ends before the gate opens, and leaves its job. */
    private String leaveJob(StartedNodes nodes, int tasks, TaskOptions options) throws Exception {
        try (Cluster leaving = nodes.builder("n1").detached(true).connect()) {
            for (int i = 0; i < tasks; i++) {
                leaving.submit(new Work.GatedSquare(i, gate().toString()), options);
            }
            leaving.detach();
            return leaving.jobId();
        }
    }

    private Path gate() {
        return folder.resolve("gate");
    }

    /** Another client gets the results of all tasks of such a job, each once. */
    private static void checkJob(Cluster attached, int tasks) throws Exception {
        List<Long> results = new ArrayList<>();
        for (TaskHandle<?> handle : attached.handles()) {
            results.add((Long) handle.get(LIMIT));
        }
        assertThat(results)
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, tasks).mapToObj(i -> i * i).toList());
    }

    @Test
    void aJobOnDiskSurvivesItsClientAndAllDaemons() throws Exception {
        String job = leaveJob(three, 50, ON_DISK);
        for (String node : three.names) {
            three.kill(node);
        }
        three.makeWhole();
        Files.createFile(gate());
        try (Cluster attached = attachWhenKnown(three, "n2", job)) {
            checkJob(attached, 50);
        }
    }

    @Test
    @Tag("extended")
    void aReplicatedJobSurvivesTheLossOfItsOwnersMachine() throws Exception {
        three.awaitReplicas("n1");
        String job = leaveJob(three, 50, REPLICATED);
        three.kill("n1");
        Trees.deleteTree(three.directory.resolve("nodes").resolve("n1"));
        Files.createFile(gate());
        try (Cluster attached = attachWhenKnown(three, "n2", job)) {
            checkJob(attached, 50);
        }
    }

    /** Its owner has to be called gone first. */
    private static Cluster attachWhenKnown(StartedNodes nodes, String from, String job) {
        AtomicReference<Cluster> attached = new AtomicReference<>();
        Awaitility.await("the job is found")
                .atMost(LIMIT)
                .ignoreException(UnknownJobException.class)
                .until(() -> {
                    attached.set(nodes.builder(from).attach(job));
                    return true;
                });
        return attached.get();
    }

    @Test
    @LongForm
    void aJobGoesOnElsewhereWhenItsDaemonLeaves() throws Exception {
        try (StartedNodes nodes = StartedNodes.start(Setup.of(3, 1));
                Cluster cluster = nodes.connect("n1")) {
            List<TaskHandle<Long>> handles = submit(cluster, 150, 10);
            handles.getFirst().get(LIMIT);
            assertThat(nodes.stop("n1")).isZero();
            for (int i = 0; i < handles.size(); i++) {
                assertThat(handles.get(i).get(LIMIT)).as(nodes::logs).isEqualTo((long) i * i);
            }
        }
    }

    /**
     * Its client went from one daemon to another and died; then the second daemon died, and the
     * first one came back with what its disk had of the job.
     */
    @Test
    @LongForm
    void whoAttachesGetsWhatTheLatestOwnerHasNotWhatAnEarlierOneKept() throws Exception {
        try (StartedNodes nodes = StartedNodes.start(Setup.of(3, 1))) {
            Set<Long> got = ConcurrentHashMap.newKeySet();
            Cluster leaving = nodes.builder("n1").detached(true).connect();
            String job = leaving.jobId();
            List<TaskHandle<Long>> all = new ArrayList<>(submit(leaving, 0, 200, 40));
            nodes.kill("n1");
            all.addAll(submit(leaving, 200, 300, 40));
            all.forEach(handle ->
                    handle.onDone((result, thrown) -> {
                        if (result != null) {
                            got.add(result);
                        }
                    }));
            Awaitility.await("the client is elsewhere")
                    .atMost(LIMIT)
                    .until(() -> !leaving.info().node().equals("n1"));
            String second = leaving.info().node();
            String third = second.equals("n2") ? "n3" : "n2";
            leaving.detach();
            nodes.kill(second);
            nodes.restart("n1");
            assertThatThrownBy(() -> nodes.builder(third).attach(job).close())
                    .as(nodes::logs)
                    .isInstanceOf(UnknownJobException.class);
            nodes.restart(second);
            try (Cluster attached = attachWhenKnown(nodes, third, job)) {
                for (TaskHandle<?> handle : attached.handles()) {
                    got.add((Long) handle.get(LIMIT));
                }
            }
            assertThat(got).as(nodes::logs).hasSize(300);
        }
    }

    private static List<TaskHandle<Long>> submit(Cluster cluster, int tasks, long millis) {
        return submit(cluster, 0, tasks, millis);
    }

    private static List<TaskHandle<Long>> submit(Cluster cluster, int from, int to, long millis) {
        List<TaskHandle<Long>> handles = new ArrayList<>();
        for (int i = from; i < to; i++) {
            handles.add(cluster.submit(new Work.Square(i, millis), ON_DISK));
        }
        return handles;
    }

    @Test
    @LongForm
    void anAttachedClientGoesOnWhenTheOnlyDaemonIsStartedAnew() throws Exception {
        try (StartedNodes nodes = StartedNodes.start(Setup.of(1, 2));
                Cluster cluster = nodes.connect("n1")) {
            List<TaskHandle<Long>> handles = submit(cluster, 300, 5);
            handles.getFirst().get(LIMIT);
            nodes.kill("n1");
            nodes.restart("n1");
            for (int i = 0; i < handles.size(); i++) {
                assertThat(handles.get(i).get(LIMIT)).as(nodes::logs).isEqualTo((long) i * i);
            }
        }
    }
}
