package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.evenkeel.Evenkeel;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.ClusterExecutor;
import org.evenkeel.api.EmbeddedOptions;
import org.evenkeel.api.ProcessCalls;
import org.evenkeel.api.ProcessGroup;
import org.evenkeel.api.ReceivedTask;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskFailedException;
import org.evenkeel.api.TaskGroup;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.api.TaskProcess;
import org.evenkeel.api.TaskTimedOutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A whole cluster in a test: real daemons, real workers, the program's own classes. */
@Timeout(300)
@Tag("extended")
class EmbeddedProcessIT {

    private static final EmbeddedOptions ONE =
            EmbeddedOptions.of(1).withWorkers(1).withWorkerHeap("256m");

    @TempDir Path folder;

    /** With the code of the tests alone, without the jars of their libraries. */
    private static Cluster start(EmbeddedOptions options) {
        return Evenkeel.builder().bundle(Home.code()).embedded(options);
    }

    /** Fibonacci by tasks. */
    record Fib(int n) implements Task<Long> {
        @Override
        public Long run(TaskContext context) throws Exception {
            if (n < 2) {
                return (long) n;
            }
            TaskHandle<Long> left = context.spawn(new Fib(n - 1));
            TaskHandle<Long> right = context.spawn(new Fib(n - 2));
            return left.get() + right.get();
        }
    }

    /** Hands its work on, straight to who waits for it. */
    record Relay(int n) implements Task<String> {
        @Override
        public String run(TaskContext context) {
            return n == 0 ? "arrived" : context.tailCall(new Relay(n - 1));
        }
    }

    /** Sleeps. */
    record Sleep(int millis) implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) throws Exception {
            Thread.sleep(millis);
            return millis;
        }
    }

    /** The names of the variables that it sees. */
    record Variables() implements Task<ArrayList<String>> {
        @Override
        public ArrayList<String> run(TaskContext context) {
            return new ArrayList<>(System.getenv().keySet());
        }
    }

    /** Throws. */
    record Fail(String message) implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) {
            throw new IllegalStateException(message);
        }
    }

    /** Gives many bytes for many bytes. */
    record Bytes(byte[] bytes) implements Task<byte[]> {
        @Override
        public byte[] run(TaskContext context) {
            bytes[0]++;
            return bytes;
        }
    }

    /** Adds numbers up by the five calls. */
    static final class Summer implements TaskProcess {
        @Override
        public void run(ProcessCalls calls) throws Exception {
            while (true) {
                ReceivedTask task = calls.receiveTask();
                int n = (Integer) task.body();
                if (n == 0) {
                    calls.sendResult(task, 0);
                } else {
                    TaskHandle<Integer> rest = calls.sendTask(n - 1);
                    calls.sendResult(task, n + calls.<Integer>receiveResult(rest));
                }
            }
        }
    }

    private static Set<Long> children() {
        return ProcessHandle.current()
                .descendants()
                .map(ProcessHandle::pid)
                .collect(Collectors.toSet());
    }

    @AfterEach
    void nothingIsLeftBehind() {
        await().atMost(StartedNodes.LIMIT).untilAsserted(() -> assertThat(children()).isEmpty());
    }

    @Test
    void tasksHaveOnlyAFewVariablesOfTheDaemonsEnvironment() throws Exception {
        Set<String> known =
                Set.of(
                        "HOME",
                        "LANG",
                        "LC_ALL",
                        "LC_CTYPE",
                        "PATH",
                        "TZ",
                        "TMPDIR",
                        "EVENKEEL_WORKER");
        assertThat(System.getenv().keySet())
                .as("the build has variables that tasks are not to see")
                .anyMatch(name -> !known.contains(name));
        try (Cluster cluster = start(ONE)) {
            assertThat(cluster.submit(new Variables()).get()).contains("PATH").isSubsetOf(known);
        }
    }

    @Test
    void oneWorkerRunsEverythingATestMayWant() throws Exception {
        try (Cluster cluster = start(ONE)) {
            assertThat(cluster.submit(new Fib(15)).get()).isEqualTo(610);
            assertThat(cluster.submit(new Relay(20)).get()).isEqualTo("arrived");
            assertThatThrownBy(cluster.submit(new Fail("as meant"))::get)
                    .isInstanceOf(TaskFailedException.class)
                    .hasCauseExactlyInstanceOf(IllegalStateException.class)
                    .hasRootCauseMessage("as meant");
            assertThatThrownBy(
                            cluster.submit(
                                            new Sleep(60_000),
                                            TaskOptions.DEFAULT.withTimeout(Duration.ofMillis(100)))
                                    ::get)
                    .isInstanceOf(TaskTimedOutException.class);
            byte[] many = cluster.submit(new Bytes(new byte[20 << 20])).get();
            assertThat(many).hasSize(20 << 20).startsWith(1);
            ClusterExecutor executor = cluster.executor();
            assertThat(executor.submit(() -> "lambda").get()).isEqualTo("lambda");
            ProcessGroup processes = cluster.processes(Summer.class);
            assertThat(processes.<Integer>receiveResult(processes.sendTask(10))).isEqualTo(55);
        }
    }

    @Test
    @LongForm
    void allNodesWork() throws Exception {
        try (Cluster cluster = start(EmbeddedOptions.of(3).withWorkers(1).withWorkerHeap("128m"))) {
            List<Task<Integer>> tasks = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                tasks.add(new Sleep(20));
            }
            TaskGroup<Integer> group = cluster.submitAll(tasks);
            assertThat(group.join()).hasSize(300);
            Map<String, Integer> byNode = new TreeMap<>();
            group.handles().forEach(handle -> byNode.merge(handle.where(), 1, Integer::sum));
            assertThat(byNode).containsOnlyKeys("n1", "n2", "n3");
        }
    }

    @Test
    void cancelledTasksStop() throws Exception {
        try (Cluster cluster = start(ONE)) {
            Path begun = folder.resolve("begun");
            TaskHandle<String> endless =
                    cluster.submit(
                            new MovingWork.Held(
                                    begun.toString(), folder.resolve("gate").toString()));
            await("it runs").atMost(StartedNodes.LIMIT).until(() -> Files.exists(begun));
            endless.cancel();
            assertThat(cluster.submit(new Sleep(1)).get(StartedNodes.LIMIT)).isEqualTo(1);
        }
    }
}
