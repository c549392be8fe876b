package org.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.ClusterExecutor;
import org.evenkeel.api.ClusterUnavailableException;
import org.evenkeel.api.GroupProgress;
import org.evenkeel.api.PayloadException;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskCancelledException;
import org.evenkeel.api.TaskFailedException;
import org.evenkeel.api.TaskGroup;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.api.TaskRejectedException;
import org.evenkeel.api.TaskTimedOutException;
import org.evenkeel.fake.FakeDaemon;
import org.evenkeel.samples.LambdaUse;
import org.evenkeel.samples.PlainCalls;
import org.evenkeel.samples.Samples;
import org.evenkeel.samples.Work;
import org.evenkeel.wire.proto.Accepted;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.OutcomeItem;
import org.evenkeel.wire.proto.Rejected;
import org.evenkeel.wire.proto.Status;
import org.evenkeel.wire.proto.TaskKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A program and a daemon, over real sockets. */
@Timeout(120)
class ClientTest extends ClientTestBase {

    @Test
    void resultsComeBack() throws Exception {
        daemon("n1");
        Cluster cluster = client();
        assertThat(cluster.submit(new Work.Square(7)).get()).isEqualTo(49);
        TaskHandle<Integer> handle = cluster.sendTask(new Work.Square(8));
        assertThat(cluster.receiveResult(handle)).isEqualTo(64);
        assertThat(cluster.sendWaiting(handle).get()).isEqualTo(64);
        assertThat(handle.where()).isEqualTo("n1");
        assertThat(handle.id()).matches("[0-9a-z]{13}-2");
        assertThat(cluster.submit(new Work.Echo(new byte[] {1, 2})).get()).containsExactly(1, 2);
        assertThat(cluster.info().node()).isEqualTo("n1");
    }

    @Test
    void resultsComeBackOverTcp() throws Exception {
        FakeDaemon daemon = daemon("n1");
        int port = daemon.listenTcp();
        System.setProperty("evenkeel.daemon", "127.0.0.1:" + port);
        try {
            assertThat(client().submit(new Work.Square(7)).get()).isEqualTo(49);
        } finally {
            System.clearProperty("evenkeel.daemon");
        }
    }

    @Test
    void manyTasksFromManyThreads() throws Exception {
        daemon("n1");
        Cluster cluster = client();
        List<Thread> threads = new ArrayList<>();
        BlockingQueue<TaskHandle<Integer>> handles = new LinkedBlockingQueue<>();
        for (int t = 0; t < 8; t++) {
            threads.add(
                    Thread.ofVirtual()
                            .start(() -> {
                                for (int i = 0; i < 5_000; i++) {
                                    handles.add(cluster.submit(new Work.Square(i % 100)));
                                }
                            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        Set<String> ids = new HashSet<>();
        long sum = 0;
        for (TaskHandle<Integer> handle : handles) {
            sum += handle.get();
            ids.add(handle.id());
        }
        assertThat(sum).isEqualTo(8 * 50L * 328_350);
        assertThat(ids).hasSize(40_000);
        await().untilAsserted(() -> assertThat(cluster.info().openTasks()).isZero());
    }

    @Test
    void failuresKeepTypeAndStack() throws Exception {
        daemon("n1");
        TaskHandle<Integer> handle = client().submit(new Work.Fails("no luck"));
        assertThatThrownBy(handle::get)
                .isInstanceOf(TaskFailedException.class)
                .hasMessageContaining("Work$Fails")
                .hasMessageContaining("on node n1: java.lang.IllegalArgumentException: no luck")
                .cause()
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage("no luck")
                .hasStackTraceContaining("Work$Fails.run(Work.java")
                .hasRootCauseExactlyInstanceOf(Samples.PlainException.class);
    }

    @Test
    void otherEndingsAreToldApart() throws Exception {
        FakeDaemon daemon = daemon("n1");
        Cluster cluster = client();
        daemon.runner =
                task -> OutcomeItem.newBuilder().setStatus(Status.TIMED_OUT).setSummary("slow");
        assertThatThrownBy(cluster.submit(new Work.Square(1))::get)
                .isInstanceOf(TaskTimedOutException.class)
                .hasMessageContaining("slow");
        daemon.runner =
                task ->
                        OutcomeItem.newBuilder()
                                .setStatus(Status.WORKERS_DIED)
                                .setSummary("3 died");
        assertThatThrownBy(cluster.submit(new Work.Square(1))::get)
                .isInstanceOf(TaskFailedException.class)
                .hasMessageContaining("3 died");
        daemon.runner =
                task ->
                        OutcomeItem.newBuilder()
                                .setStatus(Status.CANCELLED)
                                .setSummary("by hand\u202e");
        TaskHandle<Integer> cancelled = cluster.submit(new Work.Square(1));
        assertThatThrownBy(cancelled::get)
                .isInstanceOf(TaskCancelledException.class)
                .hasMessageEndingWith("by hand\\u202e");
        assertThat(cancelled.isCancelled()).isTrue();
    }

    @Test
    void rejectionIsSafeToSubmitAgain() throws Exception {
        FakeDaemon daemon = daemon("n1");
        daemon.runner =
                task -> {
                    daemon.links
                            .getFirst()
                            .send(
                                    Frame.newBuilder()
                                            .setRejected(
                                                    Rejected.newBuilder()
                                                            .setNumber(task.item.getNumber())
                                                            .setReason("no room\u001b[2J\n"))
                                            .build());
                    return null;
                };
        assertThatThrownBy(client().submit(new Work.Square(1))::get)
                .isInstanceOf(TaskRejectedException.class)
                .hasMessageEndingWith("no room\\u001b[2J\\u000a");
    }

    @Test
    void waitsEndInTime() throws Exception {
        daemon("n1").runs = false;
        TaskHandle<Integer> handle = client().submit(new Work.Square(1));
        assertThatThrownBy(() -> handle.get(Duration.ofMillis(30)))
                .isInstanceOf(TimeoutException.class);
        Thread.currentThread().interrupt();
        assertThatThrownBy(handle::get).isInstanceOf(InterruptedException.class);
    }

    @Test
    void cancelEndsAtOnceAndTellsTheDaemon() throws Exception {
        FakeDaemon daemon = daemon("n1");
        daemon.runs = false;
        daemon.recordFrames = true;
        Cluster cluster = client();
        TaskHandle<Integer> handle = cluster.submit(new Work.Square(1));
        assertThat(handle.cancel()).isTrue();
        assertThat(handle.cancel()).isFalse();
        assertThat(handle.isDone()).isTrue();
        assertThatThrownBy(handle::get).isInstanceOf(TaskCancelledException.class);
        await().until(() -> daemon.seen.stream().anyMatch(Frame::hasCancelTasks));
        await().untilAsserted(() -> assertThat(cluster.info().openTasks()).isZero());
    }

    @Test
    void cancelIsToldAgainWhenTheTaskIsAccepted() throws Exception {
        FakeDaemon daemon = daemon("n1");
        daemon.runs = false;
        daemon.accepts = false;
        daemon.ignoresCancels = true;
        daemon.recordFrames = true;
        Cluster cluster = client();
        cluster.submit(new Work.Square(1)).cancel();
        await().until(() -> daemon.seen.stream().filter(Frame::hasCancelTasks).count() == 1);
        synchronized (daemon.lock) {
            daemon.links
                    .getFirst()
                    .send(Frame.newBuilder().setAccepted(Accepted.newBuilder().setUpTo(1)).build());
        }
        await().until(() -> daemon.seen.stream().filter(Frame::hasCancelTasks).count() == 2);
    }

    @Test
    void callbacksRunOnceEach() throws Exception {
        FakeDaemon daemon = daemon("n1");
        daemon.runs = false;
        TaskHandle<Integer> handle = client().submit(new Work.Square(3));
        BlockingQueue<Object> seen = new LinkedBlockingQueue<>();
        handle.onDone((value, error) -> seen.add(value + " " + Thread.currentThread().getName()));
        CompletableFuture<String> future =
                handle.toCompletableFuture()
                        .thenApply(value -> value + " " + Thread.currentThread().getName());
        daemon.runs = true;
        daemon.kick();
        assertThat(seen.poll(60, TimeUnit.SECONDS)).isEqualTo("9 evenkeel-reader");
        assertThat(future.get()).isEqualTo("9 evenkeel-callbacks");
        handle.onDone((value, error) -> seen.add("late " + value));
        assertThat(seen).containsExactly("late 9");
    }

    @Test
    void submittingOnTheReaderThreadIsRefused() throws Exception {
        FakeDaemon daemon = daemon("n1");
        daemon.runs = false;
        Cluster cluster = client();
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        cluster.submit(new Work.Square(3))
                .onDone((value, error) -> {
                    try {
                        cluster.submit(new Work.Square(4));
                    } catch (IllegalStateException e) {
                        thrown.complete(e);
                    }
                });
        daemon.runs = true;
        daemon.kick();
        assertThat(thrown.get(60, TimeUnit.SECONDS)).hasMessageContaining("toCompletableFuture");
        assertThat(cluster.submit(new Work.Square(4)).get()).isEqualTo(16);
    }

    @Test
    void optionsReachTheDaemon() throws Exception {
        FakeDaemon daemon = daemon("n1");
        BlockingQueue<FakeDaemon.FakeTask> tasks = new LinkedBlockingQueue<>();
        daemon.runner =
                task -> {
                    tasks.add(task);
                    return OutcomeItem.newBuilder();
                };
        TaskOptions options =
                TaskOptions.DEFAULT
                        .withPriority(8)
                        .withRetries(2)
                        .withTimeout(Duration.ofSeconds(3))
                        .withWeight(5)
                        .withTotalWeight(50)
                        .withName("a name");
        client().submit(new Work.Square(1), options).get();
        FakeDaemon.FakeTask task = tasks.take();
        TaskKind kind = task.kind;
        assertThat(kind.getName()).isEqualTo("a name");
        assertThat(kind.getPriorityPlusOne()).isEqualTo(9);
        assertThat(kind.getRetries()).isEqualTo(2);
        assertThat(kind.getTimeoutNanos()).isEqualTo(3_000_000_000L);
        assertThat(kind.getTotalWeight()).isEqualTo(50);
        assertThat(kind.getBundle().size()).isEqualTo(32);
        assertThat(task.item.getWeight()).isEqualTo(5);
    }

    @Test
    void jobsAreApart() throws Exception {
        FakeDaemon daemon = daemon("n1");
        daemon.runs = false;
        Cluster first = client();
        Cluster second = first.job("another");
        TaskHandle<Integer> ofFirst = first.submit(new Work.Square(1));
        TaskHandle<Integer> ofSecond = second.submit(new Work.Square(2));
        second.close();
        assertThat(ofSecond.isCancelled()).isTrue();
        assertThatThrownBy(() -> second.submit(new Work.Square(1)))
                .isInstanceOf(ClusterUnavailableException.class);
        daemon.runs = true;
        daemon.kick();
        assertThat(ofFirst.get()).isEqualTo(1);
    }

    // ---- Lambdas

    @Test
    void lambdasBecomeSerialisable() throws Exception {
        daemon("n1");
        assertThat(LambdaUse.callable(client())).isEqualTo("from a lambda");
    }

    @Test
    void lambdaThatCannotTravelIsRefusedWithItsLine() throws Exception {
        daemon("n1");
        Cluster cluster = client();
        Callable<Integer> plain = () -> 1;
        assertThatThrownBy(() -> LambdaUse.plain(cluster.executor(), plain))
                .isInstanceOf(PayloadException.class)
                .hasMessageMatching(
                        "(?s).*submitted at org.evenkeel.samples.LambdaUse.plain\\(LambdaUse.java:\\d+\\).*")
                .hasMessageContaining("RemoteCallable")
                .hasMessageContaining("record that implements Task");
        Task<Integer> task = context -> 1;
        assertThatThrownBy(() -> LambdaUse.task(cluster, task))
                .isInstanceOf(PayloadException.class)
                .hasMessageContaining("LambdaUse.task(LambdaUse.java");
        assertThat(cluster.submit(new Work.Square(2)).get()).isEqualTo(4);
    }

    @Test
    void offendingFieldIsNamedAtSubmit() throws Exception {
        daemon("n1");
        assertThatThrownBy(() ->
                        client().submit(
                                        new Samples.QueensTask(
                                                8,
                                                new Samples.Board(
                                                        8,
                                                        new java.util.concurrent.locks
                                                                .ReentrantLock()))))
                .isInstanceOf(PayloadException.class)
                .hasMessageContaining("QueensTask.board -> Board.lock");
    }

    // ---- Executor

    @Test
    void executorRunsLambdasAndTellsFailures() throws Exception {
        daemon("n1");
        ClusterExecutor executor = client().executor();
        assertThat(LambdaUse.viaExecutor(executor)).isEqualTo(42);
        assertThatThrownBy(() -> LambdaUse.failingViaExecutor(executor).get())
                .isInstanceOf(ExecutionException.class)
                .hasCauseExactlyInstanceOf(IllegalStateException.class);
        assertThat(LambdaUse.invokeAll(executor)).containsExactly(1, 2, 3);
        assertThat(LambdaUse.invokeAny(executor)).isEqualTo(7);
        executor.shutdown();
        assertThat(executor.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void executorRunsRecordsOfPlainTypes() throws Exception {
        daemon("n1");
        ExecutorService executor = client().executor();
        assertThat(executor.submit(new PlainCalls.Cube(3)).get()).isEqualTo(27);
        Future<Integer> anonymous = executor.submit(PlainCalls.anonymous(5));
        assertThat(anonymous.get()).isEqualTo(5);
    }

    @Test
    void taskChangesItsOwnCopyOnly() throws Exception {
        daemon("n1");
        AtomicLong total = new AtomicLong();
        client().executor().submit((Runnable) new PlainCalls.AddTo(total, 5)).get();
        assertThat(total).hasValue(0);
    }

    @Test
    void executorRefusesTasksOfTheJdk() throws Exception {
        daemon("n1");
        ExecutorService executor = client().executor();
        assertThatThrownBy(() -> CompletableFuture.supplyAsync(() -> 1, executor))
                .isInstanceOf(PayloadException.class)
                .hasMessageContaining("CompletableFuture$AsyncSupply");
        assertThatThrownBy(() -> executor.execute(new FutureTask<>(new PlainCalls.Cube(3))))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("submit the task that it wraps");
        assertThatThrownBy(() ->
                        new ExecutorCompletionService<Integer>(executor)
                                .submit(new PlainCalls.Cube(3)))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("invokeAll");
    }

    // ---- Groups

    @Test
    void groupsKeepOrderAndCount() throws Exception {
        daemon("n1");
        TaskGroup<Integer> group =
                client().submitAll(
                                List.of(
                                        new Work.Square(1),
                                        new Work.Square(2),
                                        new Work.Square(3)));
        assertThat(group.join()).containsExactly(1, 4, 9);
        GroupProgress progress = group.progress();
        assertThat(progress.done()).isEqualTo(3);
        assertThat(progress.remaining()).contains(Duration.ZERO);
        BlockingQueue<GroupProgress> told = new LinkedBlockingQueue<>();
        group.onProgress(told::add);
        assertThat(told.poll(60, TimeUnit.SECONDS).total()).isEqualTo(3);
    }

    @Test
    void groupFailsFast() throws Exception {
        FakeDaemon daemon = daemon("n1");
        daemon.runner =
                task ->
                        task.kind.getName().contains("Fails")
                                ? OutcomeItem.newBuilder()
                                        .setStatus(Status.FAILED)
                                        .setSummary("bad")
                                : null;
        TaskGroup<Integer> group =
                client().submitAll(
                                List.<Task<Integer>>of(
                                        new Work.Square(1),
                                        new Work.Fails("x"),
                                        new Work.Square(3)));
        assertThatThrownBy(group::join).isInstanceOf(TaskFailedException.class);
        assertThat(group.handles().getFirst().isCancelled()).isTrue();
        assertThat(group.joinAll()).hasSize(3);
        assertThat(group.progress().failed()).isEqualTo(3);
    }

    @Test
    void groupGivesResultsAsTheyCome() throws Exception {
        daemon("n1");
        TaskGroup<Integer> group =
                client().submitAll(
                                List.of(
                                        new Work.Square(1),
                                        new Work.Square(2),
                                        new Work.Square(3)));
        List<Integer> seen = new ArrayList<>();
        group.forEachAsCompleted(handle -> seen.add(handle.join()));
        assertThat(seen).containsExactlyInAnyOrder(1, 4, 9);
    }

    // ---- No daemon

    @Test
    void absentDaemonIsSaidWithWhatToDo() {
        assertThatThrownBy(this::client)
                .isInstanceOf(ClusterUnavailableException.class)
                .hasMessageContaining(state.toString())
                .hasMessageContaining("evenkeel up")
                .hasMessageContaining("Evenkeel.embedded");
    }

    @Test
    void wrongSecretIsSaid() throws Exception {
        daemon("n1").secret[5] ^= 1;
        assertThatThrownBy(this::client)
                .isInstanceOf(ClusterUnavailableException.class)
                .hasMessageContaining("wrong secret");
    }

    @Test
    void closeCancelsWhatIsOpen() throws Exception {
        daemon("n1").runs = false;
        Cluster cluster = client();
        TaskHandle<Integer> handle = cluster.submit(new Work.Square(1));
        cluster.close();
        assertThatThrownBy(handle::get).isInstanceOf(TaskCancelledException.class);
    }
}
