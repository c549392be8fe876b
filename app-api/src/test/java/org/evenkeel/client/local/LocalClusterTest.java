package org.evenkeel.client.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.evenkeel.Evenkeel;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.DeadlineExceededException;
import org.evenkeel.api.MapOptions;
import org.evenkeel.api.PayloadException;
import org.evenkeel.api.PublishedValue;
import org.evenkeel.api.RetryPolicy;
import org.evenkeel.api.TaskCancelledException;
import org.evenkeel.api.TaskFailedException;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.api.TaskTimedOutException;
import org.evenkeel.samples.LambdaUse;
import org.evenkeel.samples.PlainCalls;
import org.evenkeel.samples.Samples;
import org.evenkeel.samples.Work;
import org.evenkeel.samples.local.LocalJobs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A cluster that is this JVM. */
@Timeout(120)
class LocalClusterTest {

    private final Cluster cluster = Evenkeel.builder().local(3);

    @BeforeEach
    void reset() {
        LocalJobs.reset();
        LocalJobs.Endless.begun = new CountDownLatch(1);
    }

    @AfterEach
    void close() {
        cluster.close();
        System.clearProperty("evenkeel.local");
    }

    @Test
    void resultsComeBack() throws Exception {
        TaskHandle<Integer> handle = cluster.submit(new Work.Square(7));
        assertThat(handle.get()).isEqualTo(49);
        assertThat(handle.where()).isEqualTo("local");
        assertThat(handle.id()).matches("[0-9a-z]{13}-1");
        assertThat(LambdaUse.callable(cluster)).isEqualTo("from a lambda");
        assertThat(cluster.submitAll(List.of(new Work.Square(1), new Work.Square(2))).join())
                .containsExactly(1, 4);
        assertThat(LambdaUse.viaExecutor(cluster.executor())).isEqualTo(42);
        assertThat(LambdaUse.squares(cluster, List.of(1, 2, 3), MapOptions.ORDERED).toList())
                .containsExactly(1, 4, 9);
        assertThat(cluster.handles()).isEmpty();
    }

    @Test
    void tasksChangeCopies() throws Exception {
        AtomicLong total = new AtomicLong();
        cluster.executor().submit((Runnable) new PlainCalls.AddTo(total, 5)).get();
        assertThat(total).hasValue(0);
    }

    @Test
    void whatCannotTravelIsRefused() {
        assertThatThrownBy(() ->
                        cluster.submit(
                                new Samples.QueensTask(
                                        8, new Samples.Board(8, new ReentrantLock()))))
                .isInstanceOf(PayloadException.class)
                .hasMessageContaining("QueensTask.board -> Board.lock");
    }

    @Test
    void failuresKeepTypeAndStack() {
        assertThatThrownBy(cluster.submit(new Work.Fails("no luck"))::get)
                .isInstanceOf(TaskFailedException.class)
                .hasMessageContaining("on node local: java.lang.IllegalArgumentException: no luck")
                .cause()
                .hasStackTraceContaining("Work$Fails.run(Work.java");
    }

    @Test
    void recursionEndsWithOneSlot() throws Exception {
        try (Cluster one = Evenkeel.builder().local(1)) {
            assertThat(one.submit(new LocalJobs.Fib(12)).get()).isEqualTo(144);
            assertThat(one.submit(new LocalJobs.Tail(20)).get()).isEqualTo(42);
        }
    }

    @Test
    void orderIsTheSameEachTimeWithOneSlot() throws Exception {
        List<List<String>> orders = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            LocalJobs.reset();
            try (Cluster one = Evenkeel.builder().local(1)) {
                one.submitAll(
                                IntStream.range(0, 5)
                                        .mapToObj(n -> new LocalJobs.Named("t" + n, n))
                                        .toList())
                        .join();
            }
            orders.add(List.copyOf(LocalJobs.DONE));
        }
        assertThat(orders.getFirst())
                .startsWith("t0", "t0 ends", "t1", "t10", "t10 ends", "t1 ends", "t2", "t21");
        assertThat(orders).allMatch(orders.getFirst()::equals);
    }

    @Test
    void retriesAreMade() throws Exception {
        TaskOptions twice = TaskOptions.DEFAULT.withRetries(2);
        assertThat(cluster.submit(new LocalJobs.Flaky(2), twice).get()).isEqualTo(3);
        assertThatThrownBy(cluster.submit(new LocalJobs.Flaky(3), twice)::get)
                .hasRootCauseMessage("attempt 3");
        assertThat(LocalJobs.BEGUN).hasValue(6);
    }

    @Test
    void retriesAreMadeForSomeExceptionsOnly() throws Exception {
        RetryPolicy policy = RetryPolicy.after(Duration.ofMillis(1));
        assertThat(
                        cluster.submit(
                                        new LocalJobs.Flaky(2),
                                        TaskOptions.DEFAULT.withRetries(
                                                2, policy.only(RuntimeException.class)))
                                .get())
                .isEqualTo(3);
        assertThatThrownBy(
                        cluster.submit(
                                        new LocalJobs.Flaky(2),
                                        TaskOptions.DEFAULT.withRetries(
                                                2, policy.never(IllegalStateException.class)))
                                ::get)
                .hasRootCauseMessage("attempt 1");
        assertThatThrownBy(
                        cluster.submit(
                                        new LocalJobs.Flaky(2),
                                        TaskOptions.DEFAULT.withRetries(
                                                2, policy.only(IOException.class)))
                                ::get)
                .hasRootCauseMessage("attempt 1");
    }

    @Test
    void programGetsCopiesOfPublishedValues() throws Exception {
        try (Cluster one = Evenkeel.builder().local(1)) {
            TaskHandle<Integer> before = one.submit(new LocalJobs.Endless());
            LocalJobs.Endless.begun.await(); // what is submitted now has not begun
            TaskHandle<Integer> task =
                    one.submit(new LocalJobs.Publishes(), TaskOptions.DEFAULT.withRetries(1));
            List<PublishedValue> heard = new CopyOnWriteArrayList<>();
            task.onPublished(heard::add);
            before.cancel();
            assertThat(task.get()).isEqualTo(2);
            assertThat(heard)
                    .containsExactly(
                            new PublishedValue(List.of("a"), 1, 1),
                            new PublishedValue(List.of("a", "b"), 2, 1),
                            new PublishedValue(List.of("a"), 1, 2),
                            new PublishedValue(List.of("a", "b"), 2, 2));
        }
    }

    @Test
    void taskIsStoppedWhileAListenerWaits() throws Exception {
        try (Cluster one = Evenkeel.builder().local(1)) {
            TaskHandle<Integer> before = one.submit(new LocalJobs.Endless());
            LocalJobs.Endless.begun.await(); // what is submitted now has not begun
            TaskHandle<Integer> task = one.submit(new LocalJobs.Publishes());
            CountDownLatch waits = new CountDownLatch(1);
            CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
            task.onPublished(value -> {
                waits.countDown();
                try {
                    Thread.sleep(Duration.ofSeconds(20));
                    interrupted.complete(false);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    interrupted.complete(true);
                }
            });
            before.cancel();
            waits.await();
            task.cancel();
            assertThat(interrupted.get()).isTrue();
        }
    }

    @Test
    void childrenPublishNothing() {
        assertThatThrownBy(cluster.submit(new LocalJobs.ParentOfOneThatPublishes())::get)
                .hasRootCauseInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("not for children of tasks");
    }

    @Test
    void cancelledTaskStopsAtItsCheckpoint() throws Exception {
        TaskHandle<Integer> endless = cluster.submit(new LocalJobs.Endless());
        LocalJobs.Endless.begun.await();
        assertThat(endless.cancel()).isTrue();
        assertThatThrownBy(endless::get).isInstanceOf(TaskCancelledException.class);
        await().until(() -> LocalJobs.DONE.contains("stopped"));
        assertThat(cluster.handles()).isEmpty();
    }

    @Test
    void timeLimitStopsATask() {
        TaskHandle<Integer> endless =
                cluster.submit(
                        new LocalJobs.Endless(),
                        TaskOptions.DEFAULT.withTimeout(Duration.ofMillis(20)));
        assertThatThrownBy(endless::get).isInstanceOf(TaskTimedOutException.class);
        assertThat(LocalJobs.DONE).containsExactly("stopped");
    }

    @Test
    void deadlineEndsATaskWhetherItRunsOrWaits() throws Exception {
        try (Cluster one = Evenkeel.builder().local(1)) {
            TaskHandle<Integer> runs =
                    one.submit(
                            new LocalJobs.Endless(),
                            TaskOptions.DEFAULT.withDeadline(Duration.ofMillis(200)));
            TaskHandle<Integer> waits =
                    one.submit(
                            new LocalJobs.Flaky(0),
                            TaskOptions.DEFAULT.withDeadline(Duration.ofMillis(20)));
            assertThatThrownBy(runs::get).isInstanceOf(DeadlineExceededException.class);
            assertThatThrownBy(waits::get).isInstanceOf(DeadlineExceededException.class);
            await().until(() -> LocalJobs.DONE.contains("stopped"));
            assertThat(one.submit(new LocalJobs.Flaky(0)).get()).isEqualTo(1);
        }
    }

    @Test
    void tasksUseTheProgramsFilesAndConsole(@TempDir Path folder) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream console = new PrintStream(out, true, StandardCharsets.UTF_8);
        try (Cluster withFiles =
                Evenkeel.builder().files(folder).console(console, console).local(1)) {
            assertThat(withFiles.submit(new LocalJobs.Writes("note.txt")).get())
                    .isEqualTo("written");
            assertThat(withFiles.files()).isEqualTo(folder);
        }
        assertThat(Files.readString(folder.resolve("note.txt"))).isEqualTo("written");
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("on the console\n");
    }

    @Test
    void taskDoesNotConnect() {
        System.setProperty("evenkeel.local", "1");
        assertThatThrownBy(cluster.submit(new LocalJobs.Connects())::get)
                .hasRootCauseInstanceOf(IllegalStateException.class)
                .hasMessageContaining("a task cannot connect to a cluster");
    }

    @Test
    void whatItDoesNotHaveItSays() {
        assertThatThrownBy(cluster::detach).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> cluster.serve(calls -> {}))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("Evenkeel.embedded");
    }

    // ---- The setting

    @Test
    void programThatConnectsIsGivenOneWhereTheEnvironmentSaysSo() throws Exception {
        System.setProperty("evenkeel.local", "2");
        try (Cluster connected = Evenkeel.connect()) {
            assertThat(connected.info().node()).isEqualTo("local");
            assertThat(connected.submit(new Work.Square(3)).get()).isEqualTo(9);
        }
    }

    @Test
    void settingsAreChecked() {
        assertThat(LocalSetting.slots(null)).isZero();
        assertThat(LocalSetting.slots("0")).isZero();
        assertThat(LocalSetting.slots(" 4 ")).isEqualTo(4);
        assertThatThrownBy(() -> LocalSetting.slots("yes"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("EVENKEEL_LOCAL")
                .hasMessageContaining("\"yes\"");
        assertThatThrownBy(() -> LocalSetting.slots("1001"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("use 1 to 1000");
    }
}
