package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.awaitility.Awaitility;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.DeadlineExceededException;
import org.evenkeel.api.RetryPolicy;
import org.evenkeel.api.TaskCancelledException;
import org.evenkeel.api.TaskFailedException;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.api.TaskTimedOutException;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a task may do and what may be done to it, on one daemon with one worker. */
@Tag("extended")
class LifeProcessIT {
    private static final boolean LONG = Boolean.getBoolean("evenkeel.long");
    private static final Duration SOON = StartedNodes.LIMIT;
    @TempDir Path folder;
    private static StartedNodes nodes;
    private static Cluster cluster;

    @BeforeAll
    static void start() throws Exception {
        nodes = StartedNodes.start(Setup.of(1, 1).heap("64m"));
        cluster = nodes.connect("n1");
    }

    @AfterAll
    static void stop() {
        cluster.close();
        nodes.close();
    }

    @Test
    @Tag("long")
    void recursionEndsOnOneWorker() throws Exception {
        int n = LONG ? 25 : 18;
        long expected = LONG ? 75_025 : 2_584;
        assertThat(cluster.submit(new Work.Fib(n)).get(Duration.ofMinutes(3))).isEqualTo(expected);
    }

    @Test
    @Tag("long")
    @Tag("flood")
    void aFloodOfTasksStaysWithinBounds() throws Exception {
        int tasks = LONG ? 10_000_000 : 50_000;
        LongAdder sum = new LongAdder();
        CountDownLatch done = new CountDownLatch(tasks);
        for (int i = 0; i < tasks; i++) {
            int number = i % 1000;
            cluster.submit(new Work.Square(number, 0))
                    .onDone((result, thrown) -> {
                        sum.add(result == null ? 0 : result);
                        done.countDown();
                    });
        }
        assertThat(done.await(10, TimeUnit.MINUTES)).isTrue();
        assertThat(sum.sum()).isEqualTo(tasks / 1000 * 332_833_500L);
    }

    @Test
    void cancellingStopsEvenADeafTask() throws Exception {
        Path begun = folder.resolve("begun");
        TaskHandle<String> deaf = cluster.submit(new Work.Deaf(begun.toString()));
        Awaitility.await("it runs").atMost(SOON).until(() -> Files.exists(begun));
        assertThat(deaf.cancel()).isTrue();
        assertThatThrownBy(() -> deaf.get(SOON)).isInstanceOf(TaskCancelledException.class);
        assertThat(cluster.submit(new Work.Square(3, 0)).get(SOON)).isEqualTo(9);
    }

    @Test
    void aTimeOutStopsATask() throws Exception {
        TaskHandle<Long> slow =
                cluster.submit(
                        new Work.Square(1, 600_000),
                        TaskOptions.DEFAULT.withTimeout(Duration.ofMillis(300)));
        assertThatThrownBy(() -> slow.get(SOON)).isInstanceOf(TaskTimedOutException.class);
        assertThat(cluster.submit(new Work.Square(3, 0)).get(SOON)).isEqualTo(9);
    }

    @Test
    void aFailureKeepsTypeMessageAndRemoteStack() {
        TaskHandle<Integer> failing = cluster.submit(new Work.Flaky(9));
        assertThatThrownBy(() -> failing.get(SOON))
                .isInstanceOf(TaskFailedException.class)
                .cause()
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("attempt 1")
                .satisfies(cause ->
                        assertThat(cause.getStackTrace()[0].getClassName()).contains("Flaky"));
    }

    @Test
    void retriesRunItAgain() throws Exception {
        TaskHandle<Integer> flaky =
                cluster.submit(new Work.Flaky(2), TaskOptions.DEFAULT.withRetries(3));
        assertThat(flaky.get(SOON)).isEqualTo(3);
    }

    @Test
    void retriesFollowAfterDelaysAndNotAfterEveryException() throws Exception {
        RetryPolicy policy = RetryPolicy.after(Duration.ofMillis(40));
        TaskHandle<Integer> flaky =
                cluster.submit(new Work.Flaky(2), TaskOptions.DEFAULT.withRetries(3, policy));
        assertThat(flaky.get(SOON)).isEqualTo(3);
        assertThat(nodes.ask("n1", "explain", flaky.id()))
                .contains("retry 1 of 3 in 0.0 s after: java.lang.IllegalStateException")
                .contains("retry 2 of 3 in 0.1 s after: java.lang.IllegalStateException");
        TaskHandle<Integer> wrong =
                cluster.submit(
                        new Work.Flaky(2),
                        TaskOptions.DEFAULT.withRetries(
                                3, policy.never(IllegalStateException.class)));
        assertThatThrownBy(() -> wrong.get(SOON)).hasRootCauseMessage("attempt 1");
    }

    @Test
    void deadlineEndsATaskThatRunsAndOneThatWaits() throws Exception {
        Path begun = folder.resolve("limited");
        TaskOptions limited = TaskOptions.DEFAULT.withDeadline(Duration.ofSeconds(3));
        TaskHandle<String> runs =
                cluster.submit(
                        new MovingWork.Held(begun.toString(), folder.resolve("never").toString()),
                        limited);
        TaskHandle<Long> waits =
                cluster.submit(new Work.Square(3, 1), limited.withDeadline(Duration.ofSeconds(1)));
        Awaitility.await("it runs").atMost(SOON).until(() -> Files.exists(begun));
        assertThatThrownBy(() -> runs.get(SOON)).isInstanceOf(DeadlineExceededException.class);
        assertThatThrownBy(() -> waits.get(SOON)).isInstanceOf(DeadlineExceededException.class);
        assertThat(nodes.ask("n1", "explain", waits.id())).contains("deadline exceeded");
        assertThat(cluster.submit(new Work.Square(4, 1)).get(SOON))
                .as("the worker is free")
                .isNotNull();
    }

    @Test
    void higherPrioritiesGoFirst() throws Exception {
        Path begun = folder.resolve("begun");
        Path gate = folder.resolve("gate");
        TaskHandle<String> running =
                cluster.submit(new MovingWork.Held(begun.toString(), gate.toString()));
        Awaitility.await("it runs").atMost(SOON).until(() -> Files.exists(begun));
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        List<TaskHandle<Long>> handles = new ArrayList<>();
        for (int priority : new int[] {2, 9, 5}) {
            TaskHandle<Long> handle =
                    cluster.submit(
                            new Work.Square(priority, 1),
                            TaskOptions.DEFAULT.withPriority(priority));
            handle.onDone((result, thrown) -> order.add(priority));
            handles.add(handle);
        }
        Awaitility.await("all others wait")
                .atMost(SOON)
                .untilAsserted(
                        () -> assertThat(nodes.ask("n1", "nodes", "")).contains("\"waiting\":3,"));
        Files.createFile(gate);
        running.get(SOON);
        for (TaskHandle<Long> handle : handles) {
            handle.get(SOON);
        }
        assertThat(order).containsExactly(9, 5, 2);
    }

    @Test
    @Tag("long")
    void aLargeResultPassesThroughASmallDaemon() throws Exception {
        int bytes = LONG ? 256 << 20 : 80 << 20;
        byte[] result =
                cluster.submit(new Work.Large(bytes, new byte[] {1, 2, 3}))
                        .get(Duration.ofMinutes(3));
        assertThat(result).hasSize(bytes);
        assertThat(result[12_345_678]).isEqualTo((byte) (12_345_678 * 31 + 1 + 12_345_678 % 3));
        byte[] back = cluster.submit(new Work.Large(1, result)).get(Duration.ofMinutes(3));
        assertThat(back[0]).isEqualTo(result[0]);
    }
}
