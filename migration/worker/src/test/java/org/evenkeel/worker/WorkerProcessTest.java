package org.evenkeel.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.evenkeel.Evenkeel;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.ProcessGroup;
import org.evenkeel.api.RetryPolicy;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskCancelledException;
import org.evenkeel.api.TaskFailedException;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.api.TaskTimedOutException;
import org.evenkeel.fake.FakeDaemon;
import org.evenkeel.samples.Work;
import org.evenkeel.samples.worker.Jobs;
import org.evenkeel.wire.proto.FinishedItem;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.OutcomeItem;
import org.evenkeel.wire.proto.StackTaken;
import org.evenkeel.wire.proto.Status;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real worker processes under a fake daemon. */
@Timeout(120)
class WorkerProcessTest {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir Path directory;
    private FakeDaemon daemon;
    private Cluster cluster;
    private final List<WorkerJvm> workers = new ArrayList<>();

    @BeforeEach
    void start() throws IOException {
        System.setProperty("evenkeel.state", directory.toString());
        daemon = new FakeDaemon(directory.resolve("n1"), "n1");
        daemon.jars = WorkerJvm.bundle();
        daemon.announce(directory);
        cluster = Evenkeel.builder().bundle(directory.resolve("nothing")).connect();
    }

    @AfterEach
    void stop() throws IOException {
        cluster.close();
        workers.forEach(WorkerJvm::close);
        daemon.close();
        System.clearProperty("evenkeel.state");
    }

    private WorkerJvm worker() throws IOException {
        WorkerJvm worker = WorkerJvm.start(daemon, directory, workers.size() + 1);
        workers.add(worker);
        return worker;
    }

    @Test
    void runsTasksAndReportsFailures() throws Exception {
        worker();
        assertThat(cluster.submit(new Work.Square(9)).get()).isEqualTo(81);
        assertThatThrownBy(cluster.submit(new Work.Fails("no"))::get)
                .isInstanceOf(TaskFailedException.class)
                .hasCauseExactlyInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(cluster.submit(new Jobs.Deep(0))::get)
                .hasCauseExactlyInstanceOf(StackOverflowError.class);
        assertThatThrownBy(cluster.submit(new Jobs.BadResult(0))::get)
                .hasMessageContaining("java.lang.VirtualThread");
        assertThat(cluster.submit(new Jobs.Where(1)).get()).isEqualTo("n1 attempt 1");
        List<TaskHandle<Integer>> handles = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            handles.add(cluster.submit(new Work.Square(i)));
        }
        for (int i = 0; i < handles.size(); i++) {
            assertThat(handles.get(i).get()).isEqualTo(i * i);
        }
    }

    /** The worker has the classes of exceptions, the task's owner has not. */
    @Test
    void failureIsFinalWhereItsExceptionSaysSo() throws Exception {
        worker();
        RetryPolicy policy = RetryPolicy.AT_ONCE.never(RuntimeException.class);
        daemon.recordFrames = true;
        assertThatThrownBy(
                        cluster.submit(
                                        new Work.Fails("no"),
                                        TaskOptions.DEFAULT.withRetries(2, policy))
                                ::get)
                .isInstanceOf(TaskFailedException.class);
        assertThatThrownBy(
                        cluster.submit(new Jobs.Deep(0), TaskOptions.DEFAULT.withRetries(2, policy))
                                ::get)
                .isInstanceOf(TaskFailedException.class);
        assertThat(
                        daemon.seen.stream()
                                .filter(Frame::hasFinished)
                                .flatMap(frame -> frame.getFinished().getItemsList().stream())
                                .map(FinishedItem::getIsFinal))
                .as("a runtime exception, and an error")
                .containsExactly(true, false);
    }

    @Test
    void missingClassFailsTheTaskAlone() throws Exception {
        daemon.jars = List.of();
        worker();
        assertThatThrownBy(cluster.submit(new Work.Square(9))::get)
                .isInstanceOf(TaskFailedException.class)
                .hasMessageContaining("ClassNotFoundException")
                .hasMessageContaining(
                        "org.evenkeel.samples.Work$Square is not in the program's bundle");
        assertThatThrownBy(
                        cluster.submit(new Work.Square(9), TaskOptions.DEFAULT.withName("named"))
                                ::get)
                .hasMessageContaining("class org.evenkeel.samples.Work$Square cannot be loaded");
    }

    @Test
    void programSeesTheApiAndNothingElseOfTheWorker() throws Exception {
        worker();
        assertThat(cluster.submit(new Jobs.Looks("org.evenkeel.api.Task")).get()).isTrue();
        assertThat(cluster.submit(new Jobs.Looks("org.evenkeel.samples.Work")).get()).isTrue();
        for (String hidden :
                List.of(
                        "com.esotericsoftware.kryo.Kryo",
                        "com.google.protobuf.ByteString",
                        "org.evenkeel.wire.link.Link",
                        "org.evenkeel.worker.Worker")) {
            assertThat(cluster.submit(new Jobs.Looks(hidden)).get()).as(hidden).isFalse();
        }
    }

    @Test
    void parentsGiveTheirSlotToTheirChildren() throws Exception {
        daemon.prefetch = 2;
        worker();
        assertThat(cluster.submit(new Jobs.Fib(15)).get()).isEqualTo(610);
        assertThat(cluster.submit(new Jobs.Many(10_000)).get()).isEqualTo(10_000);
        assertThat(cluster.submit(new Jobs.Tail(50)).get()).isEqualTo("the end");
        assertThat(cluster.submit(new Jobs.Pinned(1)).get()).isEqualTo("slept");
    }

    /** Else a parent that is the first task of its worker would run its children itself. */
    @Test
    void whatIsSaidToAWorkerBeforeItHasAJobCounts() throws Exception {
        daemon.recordFrames = true;
        worker();
        assertThat(cluster.submit(new Jobs.Many(10)).get()).isEqualTo(10);
        synchronized (daemon.lock) {
            assertThat(daemon.sessions.values())
                    .as("the program's task, and the children that the worker submitted")
                    .extracting(session -> session.tasks.size())
                    .containsExactlyInAnyOrder(1, 10);
        }
        assertThat(daemon.seen)
                .as("it answers")
                .anyMatch(frame -> frame.hasPong() && frame.getPong().getNumber() == 7);
    }

    @Test
    void parentsNeedNotWaitForEver() throws Exception {
        daemon.heldBack = "Sleeps";
        worker();
        assertThat(cluster.submit(new Jobs.Impatient(50)).get()).isEqualTo("late: true");
    }

    @Test
    void aParentGoesOnThoughTheTaskInItsSlotWaitsForItsLock() throws Exception {
        daemon.heldBack = "Sleeps";
        daemon.prefetch = 1;
        worker();
        TaskHandle<String> holds = cluster.submit(new Jobs.HoldsLock(1));
        await().until(() -> task(1).isGiven());
        Path begun = directory.resolve("begun");
        TaskHandle<Integer> takes = cluster.submit(new Jobs.TakesLock(7, begun.toString()));
        await("it runs in the slot of the parent that waits").until(() -> Files.exists(begun));
        assertThat(takes.isDone()).as("its parent holds the lock").isFalse();
        worker();
        daemon.heldBack = "";
        daemon.kick();
        assertThat(holds.get()).isEqualTo("slept");
        assertThat(takes.get()).isEqualTo(7);
        assertThat(cluster.submit(new Jobs.Fib(10)).get()).as("and so on").isEqualTo(55);
    }

    @Test
    void childrenRunAtOnceWhenTooManyAreOpen() throws Exception {
        daemon.window = 3;
        worker();
        assertThat(cluster.submit(new Jobs.Fib(12)).get()).isEqualTo(144);
        assertThat(cluster.submit(new Jobs.Many(500)).get()).isEqualTo(500);
    }

    @Test
    void largePayloadsAndResultsTravelAsFiles() throws Exception {
        worker();
        assertThat(cluster.submit(new Jobs.Heavy(new byte[5 << 20])).get()).isEqualTo(5 << 20);
        byte[] large = cluster.submit(new Jobs.Large(5 << 20)).get();
        assertThat(large).hasSize(5 << 20);
        assertThat(large[large.length - 1]).isEqualTo((byte) 7);
    }

    @Test
    void recalledTasksAreGivenBackUnlessBegun() throws Exception {
        WorkerJvm first = worker();
        TaskHandle<String> running = cluster.submit(until("begun", "end"));
        TaskHandle<Integer> waiting = cluster.submit(new Work.Square(5));
        await().until(() -> given() == 2 && Files.exists(directory.resolve("begun")));
        FakeDaemon.FakeTask second = task(2);
        FakeDaemon.FakeTask begun = task(1);
        daemon.runs = false;
        daemon.recall(second);
        daemon.recall(begun);
        await().until(() -> {
            synchronized (daemon.lock) {
                return daemon.ready.contains(second);
            }
        });
        Files.createFile(directory.resolve("end"));
        assertThat(running.get()).isEqualTo("ended");
        assertThat(waiting.isDone()).isFalse();
        daemon.runs = true;
        daemon.kick();
        assertThat(waiting.get()).isEqualTo(25);
        assertThat(first.isAlive()).isTrue();
    }

    private Jobs.Until until(String begun, String end) {
        return new Jobs.Until(
                directory.resolve(begun).toString(), directory.resolve(end).toString());
    }

    private FakeDaemon.FakeTask task(long number) {
        synchronized (daemon.lock) {
            return daemon.sessions.values().stream()
                    .map(session -> session.tasks.get(number))
                    .filter(found -> found != null)
                    .findFirst()
                    .orElseThrow();
        }
    }

    private long given() {
        synchronized (daemon.lock) {
            return daemon.sessions.values().stream()
                    .flatMap(session -> session.tasks.values().stream())
                    .filter(FakeDaemon.FakeTask::isGiven)
                    .count();
        }
    }

    @Test
    void cancelledTasksAreInterrupted() throws Exception {
        worker();
        TaskHandle<String> sleeps = cluster.submit(until("begun", "never"));
        TaskHandle<String> polite = cluster.submit(new Jobs.Polite(1));
        await().until(() -> given() == 2 && Files.exists(directory.resolve("begun")));
        sleeps.cancel();
        polite.cancel();
        assertThat(cluster.submit(new Work.Square(3)).get()).isEqualTo(9);
        assertThatThrownBy(sleeps::get).isInstanceOf(TaskCancelledException.class);
        assertThatThrownBy(polite::get).isInstanceOf(TaskCancelledException.class);
    }

    @Test
    void timeOutsInterruptAndThenEndTheWorker() throws Exception {
        WorkerJvm worker = worker();
        TaskOptions brief = TaskOptions.DEFAULT.withTimeout(Duration.ofMillis(150));
        assertThatThrownBy(cluster.submit(new Jobs.Sleeps(60_000), brief)::get)
                .isInstanceOf(TaskTimedOutException.class);
        assertThatThrownBy(cluster.submit(new Jobs.Polite(1), brief)::get)
                .isInstanceOf(TaskTimedOutException.class);
        assertThat(worker.isAlive()).isTrue();
        assertThatThrownBy(cluster.submit(new Jobs.Spins(1), brief)::get)
                .isInstanceOf(TaskTimedOutException.class)
                .hasMessageContaining("did not stop");
        assertThat(worker.awaitEnd()).isEqualTo(Worker.EXIT_WOULD_NOT_STOP);
    }

    @Test
    void timeOutsAreSeenAfterAWaitInWhichTheWorkerDidNothing() throws Exception {
        daemon.heldBack = "Sleeps";
        WorkerJvm worker = worker();
        assertThat(cluster.submit(new Jobs.Fib(3)).get()).as("it has spawned before").isEqualTo(2);
        TaskOptions brief = TaskOptions.DEFAULT.withTimeout(Duration.ofSeconds(1));
        TaskHandle<String> waits = cluster.submit(new Jobs.PoliteAfterChild(1), brief);
        await("its child is there")
                .until(() -> {
                    synchronized (daemon.lock) {
                        return !daemon.ready.isEmpty();
                    }
                });
        await("the watchdog sleeps").until(() -> worker.stacks().contains("TaskWatchdog.sleep("));
        daemon.runner = task -> OutcomeItem.newBuilder().setStatus(Status.CANCELLED);
        daemon.kick();
        assertThatThrownBy(() -> waits.get()).isInstanceOf(TaskTimedOutException.class);
    }

    /** So it comes while the task spins, which has no checkpoint to wait for. */
    @Test
    void theStackOfATaskIsOneQuestionAndOneAnswer() throws Exception {
        daemon.recordFrames = true;
        worker();
        Path begun = directory.resolve("begun");
        Path end = directory.resolve("end");
        TaskHandle<String> spins =
                cluster.submit(new Jobs.SpinsUntil(begun.toString(), end.toString()));
        await().atMost(LIMIT).until(() -> Files.exists(begun));
        daemon.takeStack(task(1), 5);
        await("the answer").atMost(LIMIT).until(() -> !stacksTaken().isEmpty());
        assertThat(spins.isDone()).isFalse();
        Files.createFile(end);
        assertThat(spins.get()).isEqualTo("ended");
        assertThat(stacksTaken())
                .singleElement()
                .satisfies(taken -> {
                    assertThat(taken.getNumber()).isEqualTo(5);
                    assertThat(taken.getThreads(0).getTask().getNumber()).isEqualTo(1);
                    assertThat(taken.getThreads(0).getLinesList())
                            .anyMatch(line -> line.contains("Jobs$SpinsUntil.run("));
                });
    }

    private List<StackTaken> stacksTaken() {
        return daemon.seen.stream().filter(Frame::hasStackTaken).map(Frame::getStackTaken).toList();
    }

    @Test
    void outOfMemoryFailsTheTaskAndEndsTheWorker() throws Exception {
        WorkerJvm worker = worker();
        assertThatThrownBy(cluster.submit(new Jobs.Hungry(1))::get)
                .isInstanceOf(TaskFailedException.class)
                .hasMessageContaining("OutOfMemoryError");
        assertThat(worker.awaitEnd()).isEqualTo(Worker.EXIT_OUT_OF_MEMORY);
    }

    @Test
    void programsWithALoopServeTasks() throws Exception {
        worker();
        ProcessGroup processes = cluster.processes(Jobs.FibProcess.class);
        TaskHandle<Integer> handle = processes.sendTask(10);
        assertThat(processes.receiveResult(handle)).isEqualTo(55);
        assertThatThrownBy(processes.<Integer>sendTask(-1)::get)
                .isInstanceOf(TaskFailedException.class)
                .hasMessageContaining("negative");
        assertThat(processes.<Integer>sendTask(5).get()).isEqualTo(5);
        assertThatThrownBy(cluster.processes(Jobs.LazyProcess.class).<Integer>sendTask(1)::get)
                .hasMessageContaining("without an answer");
        assertThat(cluster.submit(new Work.Square(3)).get()).isEqualTo(9);
    }

    @Test
    void endsWithItsDaemon() throws Exception {
        WorkerJvm first = worker();
        cluster.submit(new Work.Square(1)).get();
        first.endInput();
        assertThat(first.awaitEnd()).isZero();
        WorkerJvm second = worker();
        cluster.submit(new Work.Square(1)).get();
        daemon.close();
        assertThat(second.awaitEnd()).isZero();
    }

    @Test
    void tasksAreSpreadOverWorkers() throws Exception {
        daemon.prefetch = 1;
        worker();
        worker();
        await().until(() -> {
            synchronized (daemon.lock) {
                return daemon.workers.size() == 2;
            }
        });
        List<Task<Long>> tasks = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            tasks.add(new Jobs.Process(20));
        }
        List<Long> ranIn = cluster.submitAll(tasks).join();
        assertThat(ranIn).hasSize(10);
        assertThat(new HashSet<>(ranIn)).as("processes").hasSize(2);
    }
}
