package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeoutException;
import org.awaitility.Awaitility;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.EvenkeelException;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Workers and daemons are killed in mid-run; every result is there, once, and right. One cluster
 * for all tests; each leaves it whole. A job's last task waits for a gate that opens behind the
 * last kill, so that no kill comes too late; it has one worker at most, the others go on.
 */
class KillProcessIT {
    private static final boolean LONG = Boolean.getBoolean("evenkeel.long");
    private static final long SEED = Long.getLong("evenkeel.seed", LONG ? System.nanoTime() : 1);
    private static final int MILLIS = 8;

    private static StartedNodes nodes;

    @TempDir Path folder;
    private Cluster cluster;
    private List<TaskHandle<Long>> handles;

    /** What died is given up soon; the long form has the leases that daemons have. */
    @BeforeAll
    static void start() throws Exception {
        System.out.println("KillProcessIT seed " + SEED + " (-Devenkeel.seed=" + SEED + ")");
        Setup setup = Setup.of(LONG ? 4 : 3, 1);
        nodes =
                StartedNodes.start(
                        LONG ? setup : setup.flags("--holder-lease", "1s", "--owner-lease", "2s"));
    }

    @AfterAll
    static void stop() {
        nodes.close();
    }

    @BeforeEach
    void connect() {
        nodes.makeWhole();
        cluster = nodes.connect("n1");
        handles = new ArrayList<>();
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private Path gate() {
        return folder.resolve("gate");
    }

    /** Submits tasks and one that waits for the gate; one is done when this returns. */
    private void submit(int tasks) {
        for (int i = 0; i < tasks; i++) {
            handles.add(cluster.submit(new Work.Square(i, MILLIS)));
        }
        handles.add(cluster.submit(new Work.GatedSquare(tasks, gate().toString())));
        awaitMoreDone(1);
    }

    private long done() {
        return handles.stream().filter(TaskHandle::isDone).count();
    }

    /** Waits until the job has got on by so many tasks, or is done but for the last. */
    private void awaitMoreDone(int tasks) {
        long wanted = Math.min(done() + tasks, handles.size() - 1);
        Awaitility.await(wanted + " tasks are done")
                .atMost(StartedNodes.LIMIT)
                .pollInterval(Duration.ofMillis(20))
                .untilAsserted(
                        () -> assertThat(done()).as(nodes::logs).isGreaterThanOrEqualTo(wanted));
    }

    private void check() throws Exception {
        Files.createFile(gate());
        for (int i = 0; i < handles.size(); i++) {
            TaskHandle<Long> handle = handles.get(i);
            try {
                assertThat(handle.get(StartedNodes.LIMIT)).as(nodes::logs).isEqualTo((long) i * i);
            } catch (TimeoutException e) {
                throw new AssertionError(nodes.state(handle.id()), e);
            }
        }
    }

    private static void killAWorker(String node, Random random) {
        List<ProcessHandle> workers = nodes.workers(node);
        if (!workers.isEmpty()) {
            workers.get(random.nextInt(workers.size())).destroyForcibly();
        }
    }

    @Test
    void aKilledWorkerAndAKilledDaemonCostNoTask() throws Exception {
        submit(300);
        killAWorker("n2", new Random(SEED));
        awaitMoreDone(50);
        nodes.kill("n3");
        awaitMoreDone(50);
        nodes.restart("n3");
        check();
    }

    @Test
    @LongForm
    void killedWorkersCostNoTask() throws Exception {
        Random random = new Random(SEED);
        submit(4000);
        for (int kill = 0; kill < 20; kill++) {
            awaitMoreDone(150);
            killAWorker(nodes.names.get(random.nextInt(nodes.names.size())), random);
        }
        check();
    }

    @Test
    @LongForm
    void killedDaemonsCostNoTask() throws Exception {
        Random random = new Random(SEED);
        submit(6000);
        for (int kill = 0; kill < 12; kill++) {
            awaitMoreDone(200);
            String victim = nodes.names.get(1 + random.nextInt(3));
            nodes.kill(victim);
            nodes.restart(victim);
        }
        check();
    }

    @Test
    void theDeathOfTheOwnerCostsNoTaskWhileItsClientLives() throws Exception {
        submit(200);
        nodes.kill("n1");
        check();
    }

    @Test
    @Tag("extended")
    void aDaemonThatLeavesHandsOnWhatWaits() throws Exception {
        submit(200);
        nodes.daemon("n2").destroy();
        awaitMoreDone(20);
        check();
        assertThat(nodes.exitCode("n2")).isZero();
    }

    @Test
    @Tag("extended")
    void aTaskThatKillsItsWorkersFailsWithThatAsItsStory() throws Exception {
        TaskHandle<String> deadly = cluster.submit(new Work.Die());
        assertThatThrownBy(() -> deadly.get(StartedNodes.LIMIT))
                .isInstanceOf(EvenkeelException.class)
                .hasMessageContaining("3 workers died");
        assertThat(cluster.submit(new Work.Square(7, 0)).get(StartedNodes.LIMIT)).isEqualTo(49);
    }
}
