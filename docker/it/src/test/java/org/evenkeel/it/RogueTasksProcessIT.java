package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskFailedException;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.api.TaskRejectedException;
import org.evenkeel.api.TaskTimedOutException;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tasks that take what they can get, on one daemon with two workers; an honest job runs beside each
 * of them and ends with the right answer.
 */
@Tag("extended")
class RogueTasksProcessIT {

    private static final boolean LONG = Boolean.getBoolean("evenkeel.long");
    private static final Duration SOON = StartedNodes.LIMIT;
    private static StartedNodes nodes;
    private static Cluster honest;
    private Cluster rogue;
    private final AtomicBoolean enough = new AtomicBoolean();
    private Thread work;
    private volatile Throwable wrong;
    private final AtomicInteger rounds = new AtomicInteger();

    @BeforeAll
    static void start() throws Exception {
        nodes =
                StartedNodes.start(
                        Setup.of(1, 2).flags("--worker-disk-max", "64m", "--worker-disk", "64m"));
        honest = nodes.connect("n1");
    }

    @AfterAll
    static void stop() {
        honest.close();
        nodes.close();
    }

    @BeforeEach
    void begin() {
        rogue = nodes.builder("n1").memory("64m").disk("16m").processes(128).connect();
        work = Thread.ofPlatform().start(this::workHonestly);
    }

    @AfterEach
    void theHonestJobEndsWithTheRightAnswer() throws Exception {
        rogue.close();
        int before = rounds.get();
        Awaitility.await("the honest job goes on")
                .atMost(SOON)
                .until(() -> rounds.get() > before + 1);
        enough.set(true);
        work.join();
        assertThat(wrong).as(nodes::logs).isNull();
    }

    private void workHonestly() {
        try {
            while (!enough.get()) {
                List<TaskHandle<Long>> squares = new ArrayList<>();
                for (int i = 0; i < 20; i++) {
                    squares.add(honest.submit(new Work.Square(i, 2)));
                }
                for (int i = 0; i < squares.size(); i++) {
                    assertThat(squares.get(i).get(SOON)).isEqualTo((long) i * i);
                }
                rounds.incrementAndGet();
            }
        } catch (Throwable e) {
            wrong = e;
        }
    }

    private void fails(Task<?> task, String why) {
        TaskHandle<?> handle = rogue.submit(task);
        assertThatThrownBy(() -> handle.get(SOON))
                .as(nodes::logs)
                .isInstanceOf(TaskFailedException.class)
                .hasMessageContaining(why);
        assertThat(rogue.submit(new Work.Square(7, 0)).join()).as("its job goes on").isEqualTo(49);
    }

    @Test
    void fillingTheDisk() throws Exception {
        fails(new Rogue.Fill(), "of disk space in its directory; its job's limit is 16 MiB");
        Path workers = nodes.directory.resolve("nodes/n1/workers");
        Awaitility.await("what was written is gone")
                .atMost(SOON)
                .until(() -> {
                    try (Stream<Path> files = Files.walk(workers)) {
                        return files.noneMatch(file -> file.endsWith("fill"));
                    } catch (java.io.UncheckedIOException changing) {
                        return false;
                    }
                });
    }

    @Test
    void forkingWithoutEnd() throws Exception {
        Path pids = nodes.directory.resolve("pids");
        fails(new Rogue.Fork(pids.toString()), "processes and threads; its job's limit is 128");
        List<String> forked = Files.readAllLines(pids);
        assertThat(forked).hasSizeGreaterThan(20);
        Awaitility.await("all of them are dead")
                .atMost(SOON)
                .until(() ->
                        forked.stream()
                                .noneMatch(pid -> StartedNodes.isAlive(Long.parseLong(pid))));
    }

    @Test
    void aChildThatIsLeftBehindEndsWithItsWorker() throws Exception {
        long child = rogue.submit(new Rogue.Daemonise()).get(SOON);
        assertThat(StartedNodes.isAlive(child)).isTrue();
        rogue.close();
        Awaitility.await("the child ends").atMost(SOON).until(() -> !StartedNodes.isAlive(child));
    }

    @Test
    @Tag("long")
    void allocatingHeap() throws Exception {
        long asked = rogue.submit(new Rogue.HeapSize()).get(SOON);
        assertThat(asked).isBetween(48L << 20, 64L << 20); // a survivor space does not count
        assertThat(honest.submit(new Rogue.HeapSize()).get(SOON)).isGreaterThan(400L << 20);
        fails(new Rogue.Heap(), "exceeded the memory of its worker; its job's limit is 64 MiB");
        if (LONG) {
            fails(new Rogue.HeapBehindTheBack(), "exceeded the memory of its worker");
        }
    }

    @Test
    void allocatingOutsideOfTheHeap() {
        fails(new Rogue.Direct(), "OutOfMemoryError");
    }

    @Test
    void startingThreads() {
        fails(new Rogue.Threads(), "processes and threads; its job's limit is 128");
    }

    /** How often a worker may die of a task is what {@link KillProcessIT} tries, too. */
    @Test
    @LongForm
    void leavingInOrder() {
        fails(new Rogue.Exit(), "3 workers died");
    }

    /** How a deaf task is cancelled is what {@link LifeProcessIT} tries, too. */
    @Test
    @LongForm
    void spinningWithoutACheckpoint() throws Exception {
        TaskHandle<String> deaf =
                rogue.submit(
                        new Work.Deaf(nodes.directory.resolve("begun").toString()),
                        TaskOptions.DEFAULT.withTimeout(Duration.ofMillis(200)));
        assertThatThrownBy(() -> deaf.get(SOON)).isInstanceOf(TaskTimedOutException.class);
        assertThat(rogue.submit(new Work.Square(3, 0)).get(SOON)).isEqualTo(9);
    }

    @Test
    void whoAsksForMoreThanThereIsHearsItAtOnce() {
        try (Cluster greedy = nodes.builder("n1").disk("65m").connect()) {
            TaskHandle<Long> task = greedy.submit(new Work.Square(1, 0));
            assertThatThrownBy(() -> task.get(SOON))
                    .isInstanceOf(TaskRejectedException.class)
                    .hasMessageContaining("disk of 65 MiB")
                    .hasMessageContaining("worker-disk-max");
        }
    }
}
