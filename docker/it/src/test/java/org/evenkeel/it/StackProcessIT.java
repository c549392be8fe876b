package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the threads of a running task are doing can be seen while they do it. */
@Tag("extended")
class StackProcessIT {

    @TempDir Path folder;
    private Command evenkeel;

    @BeforeEach
    void command() throws Exception {
        evenkeel = new Command(folder.resolve("state"));
    }

    /** Takes all processors until a file is there; a hundred virtual threads wait meanwhile. */
    record Spinning(String begun, String end) implements Task<Long> {
        @Override
        public Long run(TaskContext context) throws Exception {
            CountDownLatch gate = new CountDownLatch(1);
            for (int i = 0; i < 100; i++) {
                Thread thread = Thread.ofVirtual().name("waits-" + i).start(() -> waitAt(gate));
                while (thread.getState() != Thread.State.WAITING) {
                    Thread.sleep(1);
                }
            }
            for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
                Thread thread = new Thread(() -> spin(Path.of(end)), "spins-too");
                thread.setDaemon(true);
                thread.start();
            }
            Files.writeString(Path.of(begun), "");
            return spin(Path.of(end));
        }

        private static void waitAt(CountDownLatch gate) {
            try {
                gate.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private static long spin(Path end) {
            long x = 0;
            do {
                for (int i = 0; i < 50_000_000; i++) {
                    x = x * 31 + i;
                }
            } while (!Files.exists(end));
            return x;
        }
    }

    /** Waits for a child that spins. */
    record Waiting(String begun, String end) implements Task<Long> {
        @Override
        public Long run(TaskContext context) throws Exception {
            TaskHandle<Long> child = context.spawn(new Spinning(begun, end));
            return child.get();
        }
    }

    private Command.Ended stack(StartedNodes nodes, String... words) throws Exception {
        List<String> all = new ArrayList<>(List.of("stack"));
        all.addAll(Arrays.asList(words));
        all.addAll(List.of("--cluster-dir", nodes.directory.toString()));
        return evenkeel.run(all.toArray(String[]::new));
    }

    /** On a busy machine a worker may not answer in the time that one question has. */
    private Command.Ended answered(StartedNodes nodes, String task) {
        AtomicReference<Command.Ended> last = new AtomicReference<>();
        Awaitility.await("a stack of " + task)
                .atMost(StartedNodes.LIMIT)
                .untilAsserted(() -> {
                    last.set(stack(nodes, task));
                    assertThat(last.get().exitCode()).as(last + nodes.logs()).isZero();
                });
        return last.get();
    }

    /** See docs/benchmarks.md; on a busy machine it may take any time. */
    private void printTimes(StartedNodes nodes, String task) throws Exception {
        for (int i = 0; i < 3; i++) {
            long begin = System.nanoTime();
            evenkeel.run("version");
            long middle = System.nanoTime();
            int exitCode = stack(nodes, task).exitCode();
            long end = System.nanoTime();
            System.out.printf(
                    "evenkeel stack of a task that spins: %d ms (exit code %d); evenkeel version,"
                            + " which asks no daemon: %d ms%n",
                    TimeUnit.NANOSECONDS.toMillis(end - middle),
                    exitCode,
                    TimeUnit.NANOSECONDS.toMillis(middle - begin));
        }
    }

    private Path file(String name) {
        return folder.resolve(name);
    }

    private void awaitFile(String name) {
        Awaitility.await(name).atMost(StartedNodes.LIMIT).until(() -> Files.exists(file(name)));
    }

    private Spinning spinning(String name) {
        return new Spinning(file(name).toString(), file("end").toString());
    }

    @Test
    @Tag("long")
    void aTaskThatSpinsHasAStackAndSoHaveItsThreads() throws Exception {
        try (StartedNodes nodes = StartedNodes.start(Setup.of(3, 1));
                Cluster first = nodes.builder("n1").connect();
                Cluster second = nodes.builder("n2").connect()) {
            TaskHandle<Long> task = first.submit(spinning("first"), StartedNodes.at(first, "n3"));
            awaitFile("first");
            Command.Ended text = answered(nodes, task.id());
            if (Boolean.getBoolean("evenkeel.long")) {
                printTimes(nodes, task.id());
            }
            assertThat(text.out())
                    .startsWith("task " + task.id() + " at n3")
                    .contains("runs the task, virtual thread", "StackProcessIT$Spinning.spin(")
                    .contains("99 more are like it", "- parking to wait for <java.util.concurrent.")
                    .contains("\"spins-too\"")
                    .doesNotContain("Reference Handler", "evenkeel-", "org.evenkeel.worker.")
                    .doesNotContain("bundle//", "org.evenkeel.continuations.");

            TaskHandle<Long> parent =
                    second.submit(
                            new Waiting(file("second").toString(), file("end").toString()),
                            StartedNodes.at(second, "n2"));
            awaitFile("second");
            Map<String, Object> waits = JSON.std.mapFrom(stack(nodes, parent.id(), "--json").out());
            assertThat(waits).containsEntry("node", "n2").containsEntry("known", true);
            assertThat(String.valueOf(waits.get("threads"))).contains("StackProcessIT$Waiting.run");

            Files.createFile(file("end"));
            assertThat(task.get(StartedNodes.LIMIT)).isNotNull();
            assertThat(parent.get(StartedNodes.LIMIT)).isNotNull();
            Command.Ended over = stack(nodes, task.id());
            assertThat(over.exitCode()).isEqualTo(3);
            assertThat(over.err()).contains("no node that answered runs task " + task.id());
            assertThat(stack(nodes, "rubbish").exitCode()).isEqualTo(2);
        }
    }

    @Test
    void aProfileShowsWhereTheWorkersOfAJobSpendTheirTime() throws Exception {
        try (StartedNodes nodes = StartedNodes.start(Setup.of(3, 1));
                Cluster first = nodes.builder("n1").connect();
                Cluster second = nodes.builder("n2").connect()) {
            TaskHandle<Long> one = first.submit(spinning("one"), StartedNodes.at(first, "n1"));
            TaskHandle<Long> two = first.submit(spinning("two"), StartedNodes.at(first, "n3"));
            TaskHandle<Long> other = second.submit(spinning("o"), StartedNodes.at(second, "n2"));
            awaitFile("one");
            awaitFile("two");
            awaitFile("o");
            Path page = file("job.html");
            Command.Ended job = profile(nodes, first.jobId(), "-o", page.toString(), "--json");
            assertThat(job.exitCode()).as(job + nodes.logs()).isZero();
            Map<String, Object> told = JSON.std.mapFrom(job.out());
            assertThat(told)
                    .containsEntry("nodes", List.of("n1", "n3"))
                    .containsEntry("workers", 2);
            assertThat(String.valueOf(told.get("top"))).contains("StackProcessIT$Spinning.spin");
            assertThat(Files.readString(page)).contains("<html", "StackProcessIT$Spinning", "spin");

            Path text = file("task.txt");
            Command.Ended task = profile(nodes, other.id(), "-o", text.toString());
            assertThat(task.exitCode()).as(task + nodes.logs()).isZero();
            assertThat(task.err()).contains("profiling 1 worker at n2 for 2s");
            assertThat(task.out()).contains("most were taken in");
            assertThat(Files.readAllLines(text))
                    .anyMatch(line -> line.matches("\\S*StackProcessIT\\$Spinning.spin \\d+"));

            Files.createFile(file("end"));
            for (TaskHandle<Long> each : List.of(one, two, other)) {
                assertThat(each.get(StartedNodes.LIMIT)).as(nodes::logs).isNotNull();
            }
            Command.Ended over = profile(nodes, one.id(), "-o", page.toString());
            assertThat(over.exitCode()).isEqualTo(3);
            assertThat(over.err()).contains("no node that answered runs task " + one.id());
            Command.Ended wrong = profile(nodes, one.id(), "-o", file("x.pdf").toString());
            assertThat(wrong.exitCode()).isEqualTo(2);
            assertThat(wrong.err()).contains("must end with .html or .txt");
        }
    }

    private Command.Ended profile(StartedNodes nodes, String... words) throws Exception {
        List<String> all = new ArrayList<>(List.of("profile"));
        all.addAll(Arrays.asList(words));
        all.addAll(List.of("--for", "2s", "--cluster-dir", nodes.directory.toString()));
        return evenkeel.run(all.toArray(String[]::new));
    }

    /** Nothing is said: the machine is there, and silent. */
    @Test
    @LongForm
    void whileAMachineIsSilentTheOthersAnswer() throws Exception {
        try (StartedNodes nodes = StartedNodes.start(Setup.of(3, 1));
                Cluster first = nodes.builder("n1").connect();
                Cluster second = nodes.builder("n1").connect()) {
            TaskHandle<Long> here = first.submit(spinning("here"), StartedNodes.at(first, "n1"));
            TaskHandle<Long> there =
                    second.submit(spinning("there"), StartedNodes.at(second, "n3"));
            awaitFile("here");
            awaitFile("there");
            nodes.signal("STOP", "n3");
            try {
                answered(nodes, here.id());
                Command.Ended silent = stack(nodes, there.id());
                assertThat(silent.exitCode()).isEqualTo(3);
                assertThat(silent.err()).contains("n3", "evenkeel explain " + there.id());
            } finally {
                nodes.signal("CONT", "n3");
            }
            Files.createFile(file("end"));
            for (TaskHandle<Long> task : List.of(here, there)) {
                assertThat(task.get(StartedNodes.LIMIT)).as(nodes::logs).isNotNull();
            }
        }
    }
}
