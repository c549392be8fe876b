package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.Durability;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.api.UnknownJobException;
import org.evenkeel.it.LocalCluster.Setup;
import org.junit.jupiter.api.Test;

/** What the owner's disk keeps: real daemons are killed with SIGKILL and started again. */
class DurableProcessIT {
    private static final TaskOptions ON_DISK = TaskOptions.DEFAULT.withDurability(Durability.DISK);

    private static final TaskOptions REPLICATED =
            TaskOptions.DEFAULT.withDurability(Durability.REPLICATED);

    @Test
    void aReplicatedJobSurvivesTheLossOfItsOwnersMachine() throws Exception {
        try (LocalCluster nodes =
                LocalCluster.start(
                        Setup.of(3, 1).flags("--holder-lease", "2s", "--owner-lease", "3s"))) {
            Cluster leaving = nodes.builder("n1").outlivesClient(true).connect();
            String job = leaving.jobId();
            for (int i = 0; i < 100; i++) {
                leaving.submit(new Work.Square(i, 8), REPLICATED);
            }
            leaving.detach();
            nodes.kill("n1");
            Trees.deleteTree(nodes.directory.resolve("nodes").resolve("n1"));
            try (Cluster attached = attachWhenKnown(nodes, "n2", job)) {
                TreeSet<Long> results = new TreeSet<>();
                for (TaskHandle<?> handle : attached.handles()) {
                    results.add((Long) handle.get(Duration.ofSeconds(60)));
                }
                assertThat(results).as(nodes::logs).hasSize(100);
            }
        }
    }

    /** Its owner has to be called gone first. */
    private static Cluster attachWhenKnown(LocalCluster nodes, String from, String job) {
        AtomicReference<Cluster> attached = new AtomicReference<>();
        Awaitility.await("the job is found")
                .atMost(Duration.ofSeconds(30))
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
        try (LocalCluster nodes = LocalCluster.start(Setup.of(3, 1));
                Cluster cluster = nodes.connect("n1")) {
            List<TaskHandle<Long>> handles = submit(cluster, 150, 10);
            handles.getFirst().get(Duration.ofSeconds(30));
            assertThat(nodes.stop("n1", Duration.ofSeconds(20))).isZero();
            for (int i = 0; i < handles.size(); i++) {
                assertThat(handles.get(i).get(Duration.ofSeconds(60)))
                        .as(nodes::logs)
                        .isEqualTo((long) i * i);
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
        try (LocalCluster nodes = LocalCluster.start(Setup.of(3, 1))) {
            Set<Long> got = ConcurrentHashMap.newKeySet();
            Cluster leaving = nodes.builder("n1").outlivesClient(true).connect();
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
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> !leaving.info().node().equals("n1"));
            String second = leaving.info().node();
            String third = second.equals("n2") ? "n3" : "n2";
            leaving.detach();
            nodes.kill(second);
            nodes.start("n1");
            nodes.awaitReady("n1");
            assertThatThrownBy(() -> nodes.builder(third).attach(job).close())
                    .as(nodes::logs)
                    .isInstanceOf(UnknownJobException.class);
            nodes.start(second);
            nodes.awaitReady(second);
            try (Cluster attached = attachWhenKnown(nodes, third, job)) {
                for (TaskHandle<?> handle : attached.handles()) {
                    got.add((Long) handle.get(Duration.ofSeconds(60)));
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

    private static void restart(LocalCluster nodes, String node) throws InterruptedException {
        nodes.kill(node);
        nodes.start(node);
        nodes.awaitReady(node);
    }

    @Test
    @LongForm
    void aJobSurvivesItsClientAndItsOwnerTogether() throws Exception {
        try (LocalCluster nodes = LocalCluster.start(Setup.of(2, 1))) {
            Cluster leaving = nodes.builder("n1").outlivesClient(true).connect();
            String job = leaving.jobId();
            submit(leaving, 200, 8);
            leaving.detach();
            restart(nodes, "n1");
            try (Cluster attached = nodes.builder("n1").attach(job)) {
                TreeSet<Long> results = new TreeSet<>();
                for (TaskHandle<?> handle : attached.handles()) {
                    results.add((Long) handle.get(Duration.ofSeconds(60)));
                }
                assertThat(results).as(nodes::logs).hasSize(200);
            }
        }
    }

    @Test
    @LongForm
    void anAttachedClientGoesOnWhenTheOnlyDaemonIsStartedAnew() throws Exception {
        try (LocalCluster nodes = LocalCluster.start(Setup.of(1, 2));
                Cluster cluster = nodes.connect("n1")) {
            List<TaskHandle<Long>> handles = submit(cluster, 300, 5);
            handles.getFirst().get(Duration.ofSeconds(30));
            restart(nodes, "n1");
            for (int i = 0; i < handles.size(); i++) {
                assertThat(handles.get(i).get(Duration.ofSeconds(60)))
                        .as(nodes::logs)
                        .isEqualTo((long) i * i);
            }
        }
    }
}
