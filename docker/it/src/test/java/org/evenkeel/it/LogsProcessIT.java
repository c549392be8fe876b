package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.evenkeel.Evenkeel;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskLogLine;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What tasks print is shown while they run, and later, wherever they were. */
@Tag("extended")
class LogsProcessIT {
    private static final Duration SOON = StartedNodes.LIMIT;
    private static final int LINES = 10_000;
    private static final int MOVES = Boolean.getBoolean("evenkeel.long") ? 5 : 2;

    /** For tests that take nothing away from it. */
    private static StartedNodes three;

    @TempDir Path folder;
    private Command evenkeel;

    @BeforeAll
    static void start() throws Exception {
        three = StartedNodes.start(Setup.of(3, 1));
    }

    @AfterAll
    static void stop() {
        if (three != null) {
            three.close();
        }
    }

    @BeforeEach
    void command() throws Exception {
        evenkeel = new Command(folder.resolve("state"));
    }

    /** Prints numbers, slowly enough to be moved. */
    record Counting(int from, int to, int pauseMillis) implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) throws InterruptedException {
            for (int i = from; i <= to; i++) {
                System.out.println("line " + i);
                Thread.sleep(pauseMillis);
                context.checkpoint();
            }
            return to;
        }
    }

    /**
     * Prints numbers: ten lines, a pause and so on until a file is there, then all the others. So
     * it can be moved as often as a test likes, however busy the machine is.
     */
    record Held(int to, String hurry) implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) throws InterruptedException {
            for (int i = 1; i <= to; i++) {
                System.out.println("line " + i);
                int waits = i % 10 == 0 ? 200 : 0;
                for (int wait = 0; wait < waits && !Files.exists(Path.of(hurry)); wait++) {
                    Thread.sleep(2);
                    context.checkpoint();
                }
                context.checkpoint();
            }
            return to;
        }
    }

    /** Says things in every way, on threads of its own too, and fails. */
    record Chatty() implements Task<Integer> {
        private static final Logger LOG = Logger.getLogger("chatty");

        @Override
        public Integer run(TaskContext context) throws InterruptedException {
            System.err.println("an error line");
            Thread thread = new Thread(() -> System.out.println("from a thread"));
            thread.start();
            thread.join();
            IntStream.range(0, 3).parallel().forEach(i -> System.out.println("in parallel"));
            LOG.warning("watch\tout");
            LOG.fine("not shown");
            System.out.print("the end");
            throw new IllegalStateException("that was that");
        }
    }

    private Command.Ended logs(StartedNodes nodes, String... words) throws Exception {
        List<String> all = new ArrayList<>(List.of("logs"));
        all.addAll(Arrays.asList(words));
        all.addAll(List.of("--cluster-dir", nodes.directory.toString()));
        return evenkeel.run(all.toArray(String[]::new));
    }

    private void ask(StartedNodes nodes, String... words) throws Exception {
        String[] all = Arrays.copyOf(words, words.length + 2);
        all[words.length] = "--cluster-dir";
        all[words.length + 1] = nodes.directory.toString();
        Command.Ended ended = evenkeel.run(all);
        assertThat(ended.exitCode()).as(ended + nodes.logs()).isZero();
    }

    private static List<Map<String, Object>> parsed(Command.Ended ended) throws Exception {
        assertThat(ended.exitCode()).as(ended.err()).isZero();
        List<Map<String, Object>> lines = new ArrayList<>();
        for (String line : ended.out().lines().toList()) {
            lines.add(JSON.std.mapFrom(line));
        }
        return lines;
    }

    private static List<String> counted(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> "line " + i).toList();
    }

    /** The node of the newest line. */
    private static String place(List<TaskLogLine> live) {
        return live.getLast().node();
    }

    // ---- What a command prints that follows a log

    private Command.Started follow(StartedNodes nodes, String what) throws Exception {
        return evenkeel.start(
                "logs", what, "-f", "--json", "--cluster-dir", nodes.directory.toString());
    }

    /** The lines that it has printed so far, each an object. */
    private static List<String> followed(Command.Started following) throws Exception {
        String text = Files.readString(following.out());
        return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    }

    private static void awaitMore(Command.Started following, StartedNodes nodes) throws Exception {
        int before = followed(following).size();
        Awaitility.await("more lines are followed")
                .atMost(SOON)
                .untilAsserted(() ->
                        assertThat(followed(following))
                                .as(() -> errors(following) + nodes.logs())
                                .hasSizeGreaterThan(before + 20));
    }

    private static void awaitLines(Command.Started following, StartedNodes nodes) {
        Awaitility.await("all lines are followed")
                .atMost(Duration.ofMinutes(4))
                .untilAsserted(() ->
                        assertThat(followed(following).size())
                                .as(() -> errors(following) + nodes.logs())
                                .isGreaterThanOrEqualTo(LINES));
    }

    private static String errors(Command.Started following) {
        try {
            return Files.readString(following.err());
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** The node of the newest line. */
    private static String place(Command.Started following) throws Exception {
        return (String) JSON.std.mapFrom(followed(following).getLast()).get("node");
    }

    /** A program that does not show the lines itself. */
    private static Evenkeel.Builder quietly(Evenkeel.Builder job) {
        return job.taskLog(line -> {});
    }

    private static void interrupt(Command.Started following) throws Exception {
        String pid = Long.toString(following.process().pid());
        assertThat(new ProcessBuilder("kill", "-INT", pid).start().waitFor()).isZero();
    }

    @Test
    @Tag("long")
    void aTaskThatMovesAndLosesItsMachineHasOneLog() throws Exception {
        List<TaskLogLine> live = new CopyOnWriteArrayList<>();
        List<TaskLogLine> others = new CopyOnWriteArrayList<>();
        Setup setup = Setup.of(3, 1).masters(1).leaving("60s");
        try (StartedNodes nodes = StartedNodes.start(setup);
                Cluster first = nodes.builder("n1").taskLog(live::add).connect();
                Cluster second = nodes.builder("n1").taskLog(others::add).connect()) {
            StartedNodes.at(first, "n2");
            Path hurry = folder.resolve("hurry");
            TaskHandle<Integer> task = first.submit(new Held(LINES, hurry.toString()));
            for (int move = 0; move < MOVES; move++) {
                int before = live.size();
                Awaitility.await("it prints").atMost(SOON).until(() -> live.size() > before + 20);
                String from = place(live);
                ask(nodes, "pause", from, "--within", "60s");
                Awaitility.await("it prints elsewhere than at " + from)
                        .atMost(SOON)
                        .untilAsserted(
                                () -> assertThat(place(live)).as(nodes::logs).isNotEqualTo(from));
                ask(nodes, "resume", from);
            }
            assertThat(second.submit(new Counting(1, 3, 1)).get(SOON)).isEqualTo(3);
            int before = live.size();
            Awaitility.await("it prints").atMost(SOON).until(() -> live.size() > before + 20);
            String last = place(live);
            nodes.kill(last);
            Files.createFile(hurry);
            assertThat(task.get(Duration.ofMinutes(4))).as(nodes::logs).isEqualTo(LINES);
            Awaitility.await("a result waits for its lines, but not for long")
                    .atMost(SOON)
                    .until(() -> live.size() >= LINES);

            assertThat(live.stream().map(TaskLogLine::text).toList()).isEqualTo(counted(LINES));
            assertThat(live.stream().map(TaskLogLine::node).distinct().toList())
                    .containsExactlyInAnyOrder("n2", "n3");
            assertThat(others.stream().map(TaskLogLine::text).toList()).isEqualTo(counted(3));
            List<Map<String, Object>> kept = parsed(logs(nodes, task.id(), "--json"));
            assertThat(kept).extracting("text").isEqualTo(counted(LINES));
            assertThat(kept).extracting("task").containsOnly(task.id());
            assertThat(kept)
                    .extracting("attempt")
                    .as("it never began anew")
                    .hasSameElementsAs(List.of(kept.getFirst().get("attempt")));

            Command.Ended some = logs(nodes, first.jobId(), "--grep", "line 99[0-9]$", "-n", "3");
            assertThat(some.out().lines().toList())
                    .as(some.err())
                    .hasSize(3)
                    .allMatch(line -> line.contains(task.id()))
                    .last()
                    .asString()
                    .endsWith("  line 999");
            assertThat(logs(nodes, first.jobId(), "--failed").err()).contains("these options");
        }
    }

    @Test
    void aJobIsFollowedToItsEndAlsoWhenTheDaemonThatIsAskedDies() throws Exception {
        try (StartedNodes nodes = StartedNodes.start(Setup.of(3, 1));
                Cluster second = nodes.connect("n3", LogsProcessIT::quietly)) {
            Path never = folder.resolve("never");
            TaskHandle<Integer> other =
                    second.submit(new Held(LINES, never.toString()), StartedNodes.at(second, "n3"));
            Command.Started following;
            String task;
            try (Cluster first = nodes.connect("n2", LogsProcessIT::quietly)) {
                Path hurry = folder.resolve("hurry");
                TaskHandle<Integer> handle =
                        first.submit(
                                new Held(LINES, hurry.toString()), StartedNodes.at(first, "n2"));
                task = handle.id();
                following = follow(nodes, first.jobId());
                awaitMore(following, nodes);
                nodes.kill("n1"); // commands ask the first one of the machine
                awaitMore(following, nodes);
                nodes.restart("n1");
                Files.createFile(hurry);
                assertThat(handle.get(Duration.ofMinutes(4))).as(nodes::logs).isEqualTo(LINES);
                awaitLines(following, nodes);
                assertThat(following.process().isAlive()).as("the job is open").isTrue();
            }
            Command.Ended ended = following.await();
            assertThat(ended.err()).contains("asking another daemon", "the job has ended");
            List<Map<String, Object>> lines = parsed(ended);
            assertThat(lines).extracting("text").isEqualTo(counted(LINES));
            assertThat(lines).extracting("task").containsOnly(task);
            assertThat(other.isDone()).as("the other job is open").isFalse();
            other.cancel();
        }
    }

    @Test
    @LongForm
    void aTaskThatMovesAfterItsProgramHasLeftHasOneLog() throws Exception {
        Path hurry = folder.resolve("hurry");
        Setup setup = Setup.of(3, 1).masters(1).leaving("60s");
        try (StartedNodes nodes = StartedNodes.start(setup)) {
            String task;
            List<TaskLogLine> live = new CopyOnWriteArrayList<>();
            try (Cluster leaving =
                    nodes.connect("n1", job -> job.detached(true).taskLog(live::add))) {
                StartedNodes.at(leaving, "n2");
                task = leaving.submit(new Held(LINES, hurry.toString())).id();
                Awaitility.await("it prints").atMost(SOON).until(() -> !live.isEmpty());
                leaving.detach();
            }
            Command.Started following = follow(nodes, task);
            for (int move = 0; move < 2; move++) {
                awaitMore(following, nodes);
                String from = place(following);
                ask(nodes, "pause", from, "--within", "60s");
                Awaitility.await("it prints elsewhere than at " + from)
                        .atMost(SOON)
                        .untilAsserted(() ->
                                assertThat(place(following)).as(nodes::logs).isNotEqualTo(from));
                ask(nodes, "resume", from);
            }
            awaitMore(following, nodes);
            nodes.kill(place(following));
            Files.createFile(hurry);
            awaitLines(following, nodes);
            interrupt(following);
            Command.Ended ended = following.await();
            assertThat(ended.exitCode()).as(ended.err()).isEqualTo(130);

            Command.Ended read = logs(nodes, task, "--json");
            List<Map<String, Object>> kept = parsed(read);
            assertThat(ended.out()).as("what was followed").isEqualTo(read.out());
            assertThat(kept).extracting("text").isEqualTo(counted(LINES));
            assertThat(kept).extracting("node").contains("n2", "n3");
            assertThat(kept)
                    .extracting("attempt")
                    .as("it never began anew")
                    .hasSameElementsAs(List.of(kept.getFirst().get("attempt")));
        }
    }

    @Test
    void aJobThatWasLeftAndOneThatFailedAreRead() throws Exception {
        StartedNodes nodes = three;
        String left;
        try (Cluster leaving = nodes.builder("n1").detached(true).taskLog(line -> {}).connect()) {
            leaving.submit(new Counting(1, 300, 10));
            left = leaving.jobId();
            leaving.detach();
        }
        List<TaskLogLine> live = new CopyOnWriteArrayList<>();
        String failed;
        String job;
        try (Cluster failing = nodes.builder("n2").taskLog(live::add).connect()) {
            job = failing.jobId();
            TaskHandle<Integer> fine = failing.submit(new Counting(1, 2, 0));
            TaskHandle<Integer> bad = failing.submit(new Chatty());
            failed = bad.id();
            Awaitility.await("both have ended")
                    .atMost(SOON)
                    .until(() -> fine.isDone() && bad.isDone());
            Awaitility.await("their lines are shown")
                    .atMost(SOON)
                    .untilAsserted(() -> assertThat(live).hasSizeGreaterThan(9));
        }
        Command.Ended follow = logs(nodes, job, "-f");
        assertThat(follow.err()).as("it has ended").contains("the job has ended");

        List<Map<String, Object>> lines = parsed(logs(nodes, job, "--failed", "--json"));
        assertThat(lines).extracting("task").containsOnly(failed);
        assertThat(lines.stream().limit(8).map(line -> line.get("level") + " " + line.get("text")))
                .containsExactly(
                        "err an error line",
                        "out from a thread",
                        "out in parallel",
                        "out in parallel",
                        "out in parallel",
                        "warn chatty: watch\tout",
                        "out the end",
                        "failed java.lang.IllegalStateException: that was that");
        assertThat(lines).extracting("text").asString().contains("LogsProcessIT$Chatty.run(");

        Awaitility.await("the job that was left prints to its end")
                .atMost(SOON)
                .untilAsserted(() ->
                        assertThat(parsed(logs(nodes, left, "--json")))
                                .extracting("text")
                                .isEqualTo(counted(300)));
        Command.Ended unknown = logs(nodes, "3k7x0a9q2m4fz");
        assertThat(unknown.exitCode()).as(unknown.toString()).isEqualTo(3);
        assertThat(unknown.err()).contains("no node knows job 3k7x0a9q2m4fz");
        Command.Ended odd = logs(nodes, job, "--grep", "(");
        assertThat(odd.exitCode()).isEqualTo(2);
        assertThat(odd.err()).contains("is not a regular expression");
    }

    /** Crashes its JVM as soon as there is a file. */
    record Crashing(String gate) implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) throws Exception {
            System.out.println("about to write to address 0");
            while (!Files.exists(Path.of(gate))) {
                Thread.sleep(10);
            }
            Class<?> type = Class.forName("sun.misc.Unsafe");
            Field field = type.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            Object unsafe = field.get(null);
            type.getMethod("putAddress", long.class, long.class).invoke(unsafe, 0L, 0L);
            return 0;
        }
    }

    @Test
    void aWorkerThatCrashesSaysSoInTheLogOfItsTask() throws Exception {
        List<TaskLogLine> live = new CopyOnWriteArrayList<>();
        Path gate = folder.resolve("gate");
        StartedNodes nodes = three;
        try (Cluster cluster = nodes.builder("n1").taskLog(live::add).connect()) {
            TaskHandle<Integer> task =
                    cluster.submit(new Crashing(gate.toString()), StartedNodes.at(cluster, "n2"));
            Awaitility.await("its line has come").atMost(SOON).until(() -> !live.isEmpty());
            Files.createFile(gate);
            Awaitility.await("it has failed").atMost(SOON).until(task::isDone);
            List<Map<String, Object>> lines = parsed(logs(nodes, task.id(), "--json"));
            assertThat(lines)
                    .extracting("text")
                    .asString()
                    .contains(
                            "about to write to address 0",
                            "A fatal error has been detected by the Java Runtime Environment",
                            "SIGSEGV",
                            "its worker died: it was aborted (SIGABRT)");
            assertThat(logs(nodes, cluster.jobId(), "--failed").out()).contains(task.id());
        }
    }

    /** Prints as fast as it can. */
    record Fast(int lines) implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) {
            for (int i = 1; i <= lines; i++) {
                System.out.println("line " + i);
            }
            return lines;
        }
    }

    @Test
    void aProgramThatReadsSlowlyIsShownFewerLinesAndToldSo() throws Exception {
        int lines = 100_000;
        List<TaskLogLine> live = new CopyOnWriteArrayList<>();
        StartedNodes nodes = three;
        try (Cluster cluster = nodes.builder("n1").taskLog(line -> slowly(live, line)).connect()) {
            TaskHandle<Integer> task =
                    cluster.submit(new Fast(lines), StartedNodes.at(cluster, "n3"));
            assertThat(task.get(SOON)).as(nodes::logs).isEqualTo(lines);
            Awaitility.await("a result waits for its lines, but not for long")
                    .atMost(SOON)
                    .untilAsserted(() ->
                            assertThat(parsed(logs(nodes, task.id(), "--json")))
                                    .extracting("text")
                                    .isEqualTo(counted(lines)));
            TaskHandle<Integer> next =
                    cluster.submit(new Counting(1, 1_000_000, 10), StartedNodes.at(cluster, "n3"));
            Awaitility.await("it is told how many it was not shown")
                    .atMost(SOON)
                    .untilAsserted(() ->
                            assertThat(live)
                                    .filteredOn(line -> line.level() == TaskLogLine.Level.LOST)
                                    .isNotEmpty());
            next.cancel();
            assertThat(live).hasSizeLessThan(lines / 2);
        }
    }

    /** The first thousand lines; then it has caught up. */
    private static void slowly(List<TaskLogLine> live, TaskLogLine line) {
        try {
            Thread.sleep(live.size() < 1_000 ? 3 : 0);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        live.add(line);
    }
}
