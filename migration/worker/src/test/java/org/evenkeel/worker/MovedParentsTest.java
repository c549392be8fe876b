package org.evenkeel.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.evenkeel.Evenkeel;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.client.bundle.CheckpointIndex;
import org.evenkeel.client.bundle.ProgramScan;
import org.evenkeel.continuations.hop.Programs;
import org.evenkeel.fake.FakeDaemon;
import org.evenkeel.samples.family.Families;
import org.evenkeel.wire.proto.Frame;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Parents move between real worker processes while their children are open. */
@Timeout(120)
class MovedParentsTest {

    private static final Duration SOON = Duration.ofSeconds(60);

    @TempDir static Path directory;
    private static FakeDaemon daemon;
    private static Cluster cluster;
    private static final List<WorkerJvm> workers = new ArrayList<>();

    @BeforeAll
    static void start() throws IOException {
        System.setProperty("evenkeel.state", directory.toString());
        daemon = new FakeDaemon(directory.resolve("n1"), "n1");
        Path program =
                Programs.copyPackageOf(
                        Families.class, Files.createDirectories(directory.resolve("program")));
        CheckpointIndex index = Objects.requireNonNull(ProgramScan.of(List.of(program)));
        Path checkpoints = Files.writeString(directory.resolve(CheckpointIndex.NAME), index.text());
        daemon.jars = List.of(program.toString(), checkpoints.toString());
        daemon.prefetch = 4;
        daemon.announce(directory);
        cluster = Evenkeel.builder().bundle(directory.resolve("nothing")).connect();
        for (int i = 1; i <= 2; i++) {
            workers.add(WorkerJvm.start(daemon, directory, i));
        }
    }

    @AfterAll
    static void stop() throws IOException {
        cluster.close();
        workers.forEach(WorkerJvm::close);
        daemon.close();
        System.clearProperty("evenkeel.state");
    }

    private int movesBefore;

    @BeforeEach
    void usual() {
        daemon.heldBack = "Never";
        daemon.runs = true;
        movesBefore = daemon.moves.get();
    }

    private int moves() {
        return daemon.moves.get() - movesBefore;
    }

    private String logs() {
        StringBuilder logs = new StringBuilder();
        workers.forEach(worker -> logs.append(worker.said()));
        logs.append(daemon.moves.get()).append(" moves\n");
        synchronized (daemon.lock) {
            daemon.sessions.values().stream()
                    .flatMap(session -> session.tasks.values().stream())
                    .filter(task -> task.isGiven() || daemon.ready.contains(task))
                    .forEach(task -> logs.append(task).append('\n'));
        }
        return logs.toString();
    }

    /** Puts the tasks of its kind away again and again, until it has ended or had enough. */
    private Object moved(Task<?> task, int least, int most) throws Exception {
        int before = daemon.moves.get();
        TaskHandle<?> handle = cluster.submit(task);
        long deadline = System.nanoTime() + SOON.toNanos();
        while (!handle.isDone() && daemon.moves.get() - before < most) {
            assertThat(System.nanoTime()).as(this::logs).isLessThan(deadline);
            daemon.suspend(task.getClass().getName(), true);
            Thread.sleep(4);
        }
        assertThat(daemon.moves.get() - before).as(this::logs).isGreaterThanOrEqualTo(least);
        Object result = handle.get(SOON);
        await().atMost(SOON).untilAsserted(() -> assertThat(left()).as(this::logs).isEmpty());
        return result;
    }

    /** Children that run or wait although nobody waits for them any more. */
    private List<String> left() {
        synchronized (daemon.lock) {
            return daemon.sessions.values().stream()
                    .flatMap(session -> session.tasks.values().stream())
                    .filter(task -> task.isGiven() || daemon.ready.contains(task))
                    .map(task -> task.kind.getName())
                    .filter(kind -> !kind.endsWith("Never"))
                    .toList();
        }
    }

    @Test
    void handlesOfChildrenTravelWhereverTheyAre() throws Exception {
        Object expected = cluster.submit(new Families.Holds(5)).get(SOON);
        assertThat(expected).isEqualTo("12345 true 0 1 2 3 4 5 true");
        assertThat(moved(new Families.Holds(5), 1, 20)).as(this::logs).isEqualTo(expected);
        assertThat(moved(new Families.Holds(40), 10, 60)).as(this::logs).isEqualTo(expected);
    }

    @Test
    void parentsThatWaitAreMovedInTheirWait() throws Exception {
        Object expected = cluster.submit(new Families.Waits(10)).get(SOON);
        assertThat(expected)
                .isEqualTo(
                        "1 2 [3, 4] true true java.lang.IllegalArgumentException: leaf -5,"
                                + " again: leaf -5, late");
        assertThat(moved(new Families.Waits(10), 1, 10)).as(this::logs).isEqualTo(expected);
        assertThat(moved(new Families.Waits(60), 5, 30)).as(this::logs).isEqualTo(expected);
    }

    @Test
    void wholeTreesOfParentsMove() throws Exception {
        assertThat(moved(new Families.Tree(4, 20), 5, 25)).as(this::logs).isEqualTo(16);
    }

    @Test
    void taskThatKeepsItsOwnStateKeepsItsChildren() throws Exception {
        assertThat(moved(new Families.Keeps(), 1, 8)).as(this::logs).isEqualTo(123);
    }

    /** The word comes when the worker has the task, but its thread has not taken it up. */
    @Test
    void taskThatIsAskedBeforeItHasBegunLeavesAtItsFirstCheckpoint() throws Exception {
        assertThat(cluster.submit(new Families.Once(0)).get(SOON)).isOne();
        for (int i = 0; i < 5; i++) {
            daemon.runs = false;
            TaskHandle<Integer> handle = cluster.submit(new Families.Once(400));
            await().atMost(SOON).until(this::isOneReady);
            synchronized (daemon.lock) {
                daemon.runs = true;
                daemon.kick();
                daemon.suspend(Families.Once.class.getName(), false);
            }
            assertThat(handle.get(SOON)).as(this::logs).isEqualTo(2);
        }
    }

    private boolean isOneReady() {
        synchronized (daemon.lock) {
            return !daemon.ready.isEmpty();
        }
    }

    @Test
    void parentStaysWhereSomethingIsToBeCalled() throws Exception {
        daemon.recordFrames = true;
        daemon.heldBack = "Leaf"; // its child, until the parent was asked in vain
        TaskHandle<String> handle = cluster.submit(new Families.Called());
        await().atMost(SOON)
                .until(() -> {
                    daemon.suspend(Families.Called.class.getName(), true);
                    return daemon.seen.stream()
                            .filter(Frame::hasStays)
                            .anyMatch(frame ->
                                    frame.getStays()
                                            .getWhy()
                                            .contains("a callback is pending for when"));
                });
        assertThat(moves()).as("it stayed").isZero();
        daemon.heldBack = "Never";
        daemon.kick();
        suspendUntilDone(handle, Families.Called.class, true);
        assertThat(handle.get(SOON)).as(this::logs).isEqualTo("called: 7");
    }

    @Test
    void parentWaitsForItsChildrenUnlessItMayLeaveThem() throws Exception {
        TaskHandle<String> handle = cluster.submit(new Families.Waits(50));
        suspendUntilDone(handle, Families.Waits.class, false);
        assertThat(handle.get(SOON)).as(this::logs).startsWith("1 2 [3, 4] true true");
        assertThat(moves()).as("at checkpoints without children at most").isLessThan(4);
    }

    private void suspendUntilDone(TaskHandle<?> handle, Class<?> kind, boolean withChildren)
            throws InterruptedException {
        while (!handle.isDone()) {
            assertThat(workers).as(this::logs).allMatch(WorkerJvm::isAlive);
            daemon.suspend(kind.getName(), withChildren);
            Thread.sleep(4);
        }
    }
}
