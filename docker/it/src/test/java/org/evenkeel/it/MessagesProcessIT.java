package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.evenkeel.it.LocalCluster.at;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.TaskCancelledException;
import org.evenkeel.api.TaskFailedException;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.api.messages.NoSuchTaskException;
import org.evenkeel.it.LocalCluster.Setup;
import org.evenkeel.it.TalkingWork.Alone;
import org.evenkeel.it.TalkingWork.Meets;
import org.evenkeel.it.TalkingWork.Ring;
import org.evenkeel.it.TalkingWork.Word;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tasks send each other messages and meet at barriers while their nodes leave. */
class MessagesProcessIT {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Duration AFTER_ALL_ROUNDS = Duration.ofMinutes(4);

    @TempDir Path folder;
    private LocalCluster nodes;
    private Path file;

    private void start(int count) throws Exception {
        nodes = LocalCluster.start(Setup.of(count, 2).flags("--drain-grace", "30s"));
        file = folder.resolve("ring");
    }

    @AfterEach
    void stop() {
        LocalCluster started = nodes;
        if (started != null) {
            started.close();
        }
    }

    private List<TaskHandle<String>> ring(Cluster cluster, int rounds, String... where) {
        List<TaskOptions> there = new ArrayList<>();
        for (String node : where) {
            there.add(at(cluster, node));
        }
        List<TaskHandle<String>> ring = new ArrayList<>();
        for (int i = 0; i < where.length; i++) {
            long millis = i == 0 ? 20 : 0; // the others wait
            ring.add(
                    cluster.submit(
                            new Ring(file.toString(), i, where.length, rounds, millis),
                            there.get(i)));
            if (i > 0) {
                assertThat(ring.get(i).pstrn()).isEqualTo(ring.get(i - 1).pstrn() + 1);
            }
        }
        return ring;
    }

    private void awaitLine(String line) {
        Awaitility.await(line)
                .atMost(SOON)
                .pollInterval(Duration.ofMillis(20))
                .untilAsserted(() ->
                        assertThat(lines()).as(nodes::logs).anyMatch(each -> each.equals(line)));
    }

    private List<String> lines() throws IOException {
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    private void checkSums(List<TaskHandle<String>> ring, int rounds) throws Exception {
        long[] sums = Ring.sums(ring.size(), rounds);
        for (int i = 0; i < ring.size(); i++) {
            assertThat(ring.get(i).get(AFTER_ALL_ROUNDS))
                    .as("task %d: %s", i, nodes.logs())
                    .startsWith(sums[i] + " [");
        }
    }

    @Test
    void messagesAndBarriersGoOnWhileTheTasksMove() throws Exception {
        start(3);
        int rounds = 100;
        try (Cluster cluster = nodes.connect("n1")) {
            List<TaskHandle<String>> ring = ring(cluster, rounds, "n1", "n2", "n2");
            awaitLine("1 n2");
            awaitLine("2 n2");
            assertThat(nodes.stop("n2", SOON)).as(nodes::logs).isZero();
            checkSums(ring, rounds);
            assertThat(ring.get(1).get()).contains("[n2, n");
            assertThat(ring.get(2).get()).contains("[n2, n");
            whoIsNotThereIsSaidAndAWaitCanBeCancelled(cluster);
        }
    }

    private void whoIsNotThereIsSaidAndAWaitCanBeCancelled(Cluster cluster) throws Exception {
        TaskHandle<String> talksToNobody = cluster.submit(new Alone(true));
        assertThatThrownBy(() -> talksToNobody.get(SOON))
                .as("the task before it has ended")
                .isInstanceOf(TaskFailedException.class)
                .hasCauseInstanceOf(NoSuchTaskException.class)
                .hasMessageContaining("has ended: nobody receives what is sent to it");
        TaskHandle<String> waits = cluster.submit(new Alone(false));
        Thread.sleep(300);
        waits.cancel();
        assertThatThrownBy(() -> waits.get(SOON)).isInstanceOf(TaskCancelledException.class);
        assertThat(cluster.submit(new Work.Spin(1)).get(SOON)).as("slots are free").isNotEmpty();
    }

    /** Five tasks at a barrier have two slots. One that is parked leaves with its node. */
    @Test
    @LongForm
    void tasksThatWaitForLongGiveTheirSlotsAwayAndLeaveAllTheSame() throws Exception {
        start(2);
        try (Cluster cluster = nodes.connect("n1")) {
            TaskOptions first = at(cluster, "n1");
            List<TaskHandle<String>> meeting = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                meeting.add(cluster.submit(new Meets(5), first));
            }
            TaskHandle<String> hears = cluster.submit(new Word(0, ""), at(cluster, "n2"));
            for (TaskHandle<String> one : meeting) {
                assertThat(one.get(SOON)).as(nodes::logs).isEqualTo("met at n1");
            }
            assertThat(story(meeting.getFirst()))
                    .contains("waits for other tasks of its job, the slot is free")
                    .contains("its wait for other tasks is over, it goes on");
            Awaitility.await("it is parked")
                    .atMost(SOON)
                    .pollInterval(Duration.ofMillis(500))
                    .untilAsserted(() -> assertThat(story(hears)).contains("the slot is free"));
            assertThat(nodes.stop("n2", SOON)).as(nodes::logs).isZero();
            cluster.submit(new Word(hears.pstrn(), "hello")).get(SOON);
            assertThat(hears.get(SOON)).as(nodes::logs).isEqualTo("n1 heard hello");
        }
    }

    /** Who waits for a message gives its slot soon to one that has had its own. */
    @Test
    @LongForm
    void moreTasksThanSlotsTalkWithoutPause() throws Exception {
        start(1);
        int rounds = 150;
        try (Cluster cluster = nodes.connect("n1")) {
            long begun = System.nanoTime();
            List<TaskHandle<String>> ring = ring(cluster, rounds, "n1", "n1", "n1", "n1", "n1");
            checkSums(ring, rounds);
            assertThat(Duration.ofNanos(System.nanoTime() - begun))
                    .as("a second in each round, when each waits that long: %s", nodes.logs())
                    .isLessThan(Duration.ofSeconds(rounds / 2));
        }
    }

    private String story(TaskHandle<?> task) throws IOException, InterruptedException {
        String where = "--cluster-dir=" + nodes.directory;
        return new Command(nodes.directory).run("explain", task.id(), where).out();
    }

    /** Owners, the client's node and all others leave one after the other and come back. */
    @Test
    @LongForm
    void aRingGoesRoundWhileEveryNodeLeavesOnce() throws Exception {
        start(4);
        int rounds = 1_200;
        try (Cluster cluster = nodes.connect("n1")) {
            List<TaskHandle<String>> ring = ring(cluster, rounds, "n2", "n3", "n4", "n3");
            awaitLine("0 n2");
            awaitLine("3 n3");
            for (String node : nodes.names) {
                assertThat(nodes.stop(node, SOON)).as(node + nodes.logs()).isZero();
                nodes.start(node);
                nodes.awaitReady(node);
            }
            checkSums(ring, rounds);
            assertThat(lines()).as("each has moved").hasSizeGreaterThan(7);
        }
    }

    /** A worker is killed: its task begins again, is sent the same and is heard once. */
    @Test
    @LongForm
    void aTaskThatBeginsAgainIsHeardOnce() throws Exception {
        start(2);
        int rounds = 200;
        try (Cluster cluster = nodes.connect("n1")) {
            List<TaskHandle<String>> ring = ring(cluster, rounds, "n1", "n2");
            awaitLine("1 n2");
            Thread.sleep(500);
            for (ProcessHandle worker : nodes.workers("n2")) {
                worker.destroyForcibly();
            }
            checkSums(ring, rounds);
        }
    }
}
