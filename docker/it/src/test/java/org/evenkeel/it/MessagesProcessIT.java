package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.evenkeel.it.StartedNodes.at;

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
import org.evenkeel.it.StartedNodes.Setup;
import org.evenkeel.it.TalkingWork.Alone;
import org.evenkeel.it.TalkingWork.Meets;
import org.evenkeel.it.TalkingWork.Ring;
import org.evenkeel.it.TalkingWork.Word;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tasks send each other messages and meet at barriers while their nodes leave. */
@Tag("extended")
class MessagesProcessIT {
    private static final Duration SOON = StartedNodes.LIMIT;

    @TempDir Path folder;
    private StartedNodes nodes;
    private Path file;

    private void start(int count) throws Exception {
        nodes = StartedNodes.start(Setup.of(count, 2).flags("--drain-grace", "30s"));
        file = folder.resolve("ring");
    }

    @AfterEach
    void stop() {
        StartedNodes started = nodes;
        if (started != null) {
            started.close();
        }
    }

    private List<TaskHandle<String>> ring(Cluster cluster, String... where) {
        List<TaskOptions> there = new ArrayList<>();
        for (String node : where) {
            there.add(at(cluster, node));
        }
        List<TaskHandle<String>> ring = new ArrayList<>();
        for (int i = 0; i < where.length; i++) {
            long millis = i == 0 ? 20 : 0; // the others wait
            ring.add(
                    cluster.submit(
                            new Ring(file.toString(), i, where.length, millis), there.get(i)));
            if (i > 0) {
                assertThat(ring.get(i).index()).isEqualTo(ring.get(i - 1).index() + 1);
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

    /** The ring has gone round some times more. */
    private void awaitRounds(int count) throws IOException {
        long wanted = rounds() + count / Ring.LINE_EVERY;
        Awaitility.await(count + " rounds")
                .atMost(SOON)
                .pollInterval(Duration.ofMillis(20))
                .untilAsserted(
                        () -> assertThat(rounds()).as(nodes::logs).isGreaterThanOrEqualTo(wanted));
    }

    private long rounds() throws IOException {
        return lines().stream().filter(line -> line.startsWith("round ")).count();
    }

    /** Ends a ring; all made the same rounds, and their sums are right. */
    private void endAndCheckSums(List<TaskHandle<String>> ring) throws Exception {
        Files.createFile(Path.of(file + ".end"));
        int rounds = 0;
        for (int i = 0; i < ring.size(); i++) {
            String result = ring.get(i).get(SOON);
            if (i == 0) {
                rounds = Integer.parseInt(result.substring(0, result.indexOf(' ')));
            }
            assertThat(result)
                    .as("task %d: %s", i, nodes.logs())
                    .startsWith(rounds + " " + Ring.sums(ring.size(), rounds)[i] + " [");
        }
    }

    @Test
    void messagesAndBarriersGoOnWhileTheTasksMove() throws Exception {
        start(3);
        try (Cluster cluster = nodes.connect("n1")) {
            List<TaskHandle<String>> ring = ring(cluster, "n1", "n2", "n2");
            awaitLine("1 n2");
            awaitLine("2 n2");
            assertThat(nodes.stop("n2")).as(nodes::logs).isZero();
            awaitRounds(20);
            endAndCheckSums(ring);
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
                .hasMessageContaining("has ended: no task receives what is sent to it");
        TaskHandle<String> waits =
                cluster.submit(new Alone(false), TaskOptions.DEFAULT.withNode("n1"));
        nodes.awaitNoted("n1", waits, "PARKED_FOR_JOB");
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
                    .contains("waits for other tasks of its job, slot released")
                    .contains("its wait for other tasks is over, it resumes");
            Awaitility.await("it is parked")
                    .atMost(SOON)
                    .pollInterval(Duration.ofMillis(500))
                    .untilAsserted(() -> assertThat(story(hears)).contains("slot released"));
            assertThat(nodes.stop("n2")).as(nodes::logs).isZero();
            cluster.submit(new Word(hears.index(), "hello")).get(SOON);
            assertThat(hears.get(SOON)).as(nodes::logs).isEqualTo("n1 heard hello");
        }
    }

    /** Who waits for a message gives its slot soon to one that has had its own. */
    @Test
    @LongForm
    void moreTasksThanSlotsTalkWithoutPause() throws Exception {
        start(1);
        try (Cluster cluster = nodes.connect("n1")) {
            List<TaskHandle<String>> ring = ring(cluster, "n1", "n1", "n1", "n1", "n1");
            awaitRounds((int) SOON.toSeconds() + 30); // not with a pause of a second in each
            endAndCheckSums(ring);
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
        try (Cluster cluster = nodes.connect("n1")) {
            List<TaskHandle<String>> ring = ring(cluster, "n2", "n3", "n4", "n3");
            awaitLine("0 n2");
            awaitLine("3 n3");
            for (String node : nodes.names) {
                assertThat(nodes.stop(node)).as(node + nodes.logs()).isZero();
                nodes.restart(node);
                awaitRounds(20);
            }
            endAndCheckSums(ring);
            assertThat(lines().stream().filter(line -> !line.startsWith("round ")))
                    .as("each has moved")
                    .hasSizeGreaterThan(7);
        }
    }

    /** A worker is killed: its task begins again, is sent the same and is heard once. */
    @Test
    @LongForm
    void aTaskThatBeginsAgainIsHeardOnce() throws Exception {
        start(2);
        try (Cluster cluster = nodes.connect("n1")) {
            List<TaskHandle<String>> ring = ring(cluster, "n1", "n2");
            awaitLine("1 n2");
            awaitRounds(20);
            for (ProcessHandle worker : nodes.workers("n2")) {
                worker.destroyForcibly();
            }
            awaitRounds(20);
            endAndCheckSums(ring);
        }
    }
}
