package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeoutException;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.EvenkeelException;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.it.LocalCluster.Setup;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Workers and daemons are killed in mid-run; every result is there, once, and right. */
@Tag("long")
class KillProcessIT {
    private static final boolean LONG = Boolean.getBoolean("evenkeel.long");
    private static final long SEED = Long.getLong("evenkeel.seed", System.nanoTime());

    /** What died is given up soon; the long form has the leases that daemons have. */
    private static LocalCluster start(int nodes, int workers) throws IOException {
        Setup setup = Setup.of(nodes, workers);
        return LocalCluster.start(
                LONG ? setup : setup.flags("--holder-lease", "2s", "--owner-lease", "3s"));
    }

    private static List<TaskHandle<Long>> submit(Cluster cluster, int tasks, long millis) {
        List<TaskHandle<Long>> handles = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            handles.add(cluster.submit(new Work.Square(i, millis)));
        }
        return handles;
    }

    private static void check(List<TaskHandle<Long>> handles, LocalCluster nodes) throws Exception {
        for (int i = 0; i < handles.size(); i++) {
            TaskHandle<Long> handle = handles.get(i);
            try {
                assertThat(handle.get(Duration.ofSeconds(60)))
                        .as(nodes::logs)
                        .isEqualTo((long) i * i);
            } catch (TimeoutException e) {
                throw new AssertionError(nodes.state(handle.id()), e);
            }
        }
    }

    /** In the usual form chaos kills workers, and daemons. */
    @Test
    @LongForm
    void killedWorkersCostNoTask() throws Exception {
        System.out.println("KillProcessIT seed " + SEED + " (-Devenkeel.seed=" + SEED + ")");
        Random random = new Random(SEED);
        try (LocalCluster nodes = start(2, 2);
                Cluster cluster = nodes.connect("n1")) {
            List<TaskHandle<Long>> handles = submit(cluster, 4000, 8);
            for (int kill = 0; kill < 20; kill++) {
                Thread.sleep(300);
                List<ProcessHandle> workers =
                        nodes.workers(nodes.names.get(random.nextInt(nodes.names.size())));
                if (!workers.isEmpty()) {
                    workers.get(random.nextInt(workers.size())).destroyForcibly();
                }
            }
            check(handles, nodes);
        }
    }

    @Test
    @LongForm
    void killedDaemonsCostNoTask() throws Exception {
        Random random = new Random(SEED);
        try (LocalCluster nodes = start(4, 1);
                Cluster cluster = nodes.connect("n1")) {
            List<TaskHandle<Long>> handles = submit(cluster, 6000, 8);
            for (int kill = 0; kill < 12; kill++) {
                Thread.sleep(400);
                String victim = nodes.names.get(1 + random.nextInt(3));
                nodes.kill(victim);
                nodes.start(victim);
                nodes.awaitReady(victim);
            }
            check(handles, nodes);
        }
    }

    @Test
    void theDeathOfTheOwnerCostsNoTaskWhileItsClientLives() throws Exception {
        try (LocalCluster nodes = start(3, 1);
                Cluster cluster = nodes.connect("n1")) {
            List<TaskHandle<Long>> handles = submit(cluster, 400, 8);
            handles.getFirst().get(Duration.ofSeconds(30));
            nodes.kill("n1");
            check(handles, nodes);
        }
    }

    @Test
    void aDaemonThatLeavesHandsOnWhatWaits() throws Exception {
        try (LocalCluster nodes = start(3, 1);
                Cluster cluster = nodes.connect("n1")) {
            List<TaskHandle<Long>> handles = submit(cluster, 300, 10);
            handles.getFirst().get(Duration.ofSeconds(30));
            nodes.stop("n2", Duration.ofSeconds(20));
            check(handles, nodes);
        }
    }

    @Test
    void aTaskThatKillsItsWorkersFailsWithThatAsItsStory() throws Exception {
        try (LocalCluster nodes = start(1, 1);
                Cluster cluster = nodes.connect("n1")) {
            TaskHandle<String> deadly = cluster.submit(new Work.Die());
            assertThatThrownBy(() -> deadly.get(Duration.ofSeconds(60)))
                    .isInstanceOf(EvenkeelException.class)
                    .hasMessageContaining("3 workers died");
            assertThat(cluster.submit(new Work.Square(7, 0)).get(Duration.ofSeconds(30)))
                    .isEqualTo(49);
        }
    }
}
