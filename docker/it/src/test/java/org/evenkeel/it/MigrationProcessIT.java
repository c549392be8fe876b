package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.evenkeel.it.StartedNodes.at;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.evenkeel.Evenkeel;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.Durability;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.api.files.ClientGoneException;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes leave while tasks run on them; the tasks go on elsewhere, from where they were. */
class MigrationProcessIT {
    private static final Duration SOON = StartedNodes.LIMIT;
    private static final int ROWS = 6;
    private static final int COLUMNS = 40;
    private static final int STEPS = ROWS * COLUMNS;
    private static final String SUM = STEPS * (STEPS + 1) / 2 + " [";

    @TempDir Path folder;
    private StartedNodes nodes;
    private Command evenkeel;

    private void start(int count) throws Exception {
        evenkeel = new Command(folder.resolve("state"));
        nodes = StartedNodes.start(Setup.of(count, 2).leaving("30s"));
    }

    @AfterEach
    void stop() {
        StartedNodes started = nodes;
        if (started != null) {
            started.close();
        }
    }

    private Path file(String name) {
        return folder.resolve(name);
    }

    private List<String> steps(String name) {
        try {
            return Files.exists(file(name)) ? Files.readAllLines(file(name)) : List.of();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void awaitStep(String name, int step) {
        Awaitility.await(name + " has taken " + step + " steps")
                .atMost(SOON)
                .pollInterval(Duration.ofMillis(20))
                .untilAsserted(() ->
                        assertThat(steps(name)).as(nodes::logs).hasSizeGreaterThanOrEqualTo(step));
    }

    /** No step was left out and none taken twice, wherever it was taken. */
    private void assertEachStepOnce(String name, int count) {
        assertThat(steps(name).stream().map(line -> line.substring(0, line.indexOf(' '))).toList())
                .as(name + ": the bar does not go back")
                .isEqualTo(IntStream.rangeClosed(1, count).mapToObj(Integer::toString).toList());
    }

    private Command.Ended run(String... words) throws Exception {
        return begin(words).await();
    }

    private Command.Started begin(String... words) throws Exception {
        String[] all = Arrays.copyOf(words, words.length + 2);
        all[words.length] = "--cluster-dir";
        all[words.length + 1] = nodes.directory.toString();
        return evenkeel.start(all);
    }

    @Test
    void runningTaskGoesOnElsewhereWhenItsNodeIsDrained() throws Exception {
        start(2);
        Copied copied = new Copied(40);
        try (Cluster cluster = copied.connect("n1")) {
            TaskHandle<String> steps =
                    cluster.submit(
                            new MovingWork.Steps(file("steps").toString(), 2, 20, 10, 1),
                            at(cluster, "n2"));
            TaskHandle<String> copy =
                    cluster.submit(new MovingWork.Copy("in", "out", 10, 1), at(cluster, "n2"));
            awaitStep("steps", 5);
            copied.awaitLines(5);
            Command.Ended drained = run("drain", "n2");
            assertThat(drained.exitCode()).as(drained + nodes.logs()).isZero();
            assertThat(drained.out()).contains("n2 drained, no work lost");
            assertThat(steps.get(SOON)).as(nodes::logs).isEqualTo("820 [n2, n1]");
            assertEachStepOnce("steps", 40);
            assertThat(copy.get(SOON)).as(nodes::logs).isEqualTo("[n2, n1]");
            copied.check("n2", "n1");
        }
    }

    /** A file at home, its copy, and what a task prints that makes it. */
    private final class Copied {
        private final Path home = folder.resolve("home");
        private final byte[] content;
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();
        private final ByteArrayOutputStream err = new ByteArrayOutputStream();

        Copied(int thousands) throws IOException {
            content = new byte[1_000 * thousands];
            new SplittableRandom(content.length).nextBytes(content);
            Files.createDirectories(home);
            Files.write(home.resolve("in"), content);
        }

        Evenkeel.Builder builder(String node) {
            return nodes.builder(node)
                    .files(home)
                    .console(new PrintStream(out), new PrintStream(err));
        }

        Cluster connect(String node) {
            return builder(node).connect();
        }

        /** Where it is after so many stays. */
        String newestNode(int stays) {
            Awaitility.await("stay " + stays)
                    .atMost(SOON)
                    .untilAsserted(() ->
                            assertThat(err.toString(StandardCharsets.UTF_8).lines())
                                    .as(nodes::logs)
                                    .hasSize(stays));
            String last = err.toString(StandardCharsets.UTF_8).lines().toList().getLast();
            return last.substring(0, last.indexOf(' '));
        }

        void awaitLines(int count) {
            Awaitility.await("lines of the copy")
                    .atMost(SOON)
                    .untilAsserted(() ->
                            assertThat(out.toString(StandardCharsets.UTF_8).lines())
                                    .as(nodes::logs)
                                    .hasSizeGreaterThanOrEqualTo(count));
        }

        /** Byte for byte. */
        void checkFile() {
            assertThat(home.resolve("out")).hasBinaryContent(content);
        }

        /** Also each line once and in order. */
        void check(String... nodesInOrder) {
            checkFile();
            assertThat(out.toString(StandardCharsets.UTF_8).lines())
                    .as("whole lines")
                    .allMatch(line -> line.matches("copied \\d+"));
            assertThat(
                            out.toString(StandardCharsets.UTF_8)
                                    .lines()
                                    .mapToInt(line -> Integer.parseInt(line.substring(7)))
                                    .sum())
                    .isEqualTo(content.length);
            assertThat(err.toString(StandardCharsets.UTF_8).lines())
                    .containsExactly(
                            Arrays.stream(nodesInOrder)
                                    .map(node -> node + " has it")
                                    .toArray(String[]::new));
        }
    }

    @Test
    @LongForm
    void runningTasksGoOnElsewhereWhenTheirNodeIsDrained() throws Exception {
        start(3);
        try (Cluster cluster = nodes.connect("n1")) {
            TaskHandle<String> steps =
                    cluster.submit(
                            new MovingWork.Steps(file("steps").toString(), ROWS, COLUMNS, 20, 1),
                            at(cluster, "n2"));
            Files.createFile(file("counted.hold"));
            TaskHandle<Integer> counted =
                    cluster.submit(
                            new MovingWork.Counted(file("counted").toString(), STEPS, 60),
                            at(cluster, "n3"));
            awaitStep("steps", 5);
            awaitStep("counted", 5);
            Command.Ended drained = run("drain", "n2", "--deadline", "60s");
            assertThat(drained.exitCode()).as(drained + nodes.logs()).isZero();
            assertThat(drained.out()).contains("n2 drained, no work lost");
            assertThat(steps("steps").getFirst()).endsWith("n2");
            assertThat(nodes.stop("n3")).as("SIGTERM does the same").isZero();
            Files.delete(file("counted.hold"));
            assertThat(steps.get(SOON)).as(nodes::logs).startsWith(SUM + "n2, n");
            assertThat(counted.get(SOON)).isEqualTo(STEPS);
            assertEachStepOnce("steps", STEPS);
            assertEachStepOnce("counted", STEPS);
            Command.Ended story = run("explain", steps.id());
            assertThat(story.out()).as("%s", story).contains("resumed from its checkpoint");
        }
    }

    @Test
    @LongForm
    void ownerThatLeavesTakesNothingWithItAndWhatStaysIsNamed() throws Exception {
        start(3);
        try (Cluster cluster = nodes.connect("n1")) {
            assertThat(cluster.info().node()).isEqualTo("n1");
            TaskHandle<String> steps =
                    cluster.submit(
                            new MovingWork.Steps(file("steps").toString(), ROWS, COLUMNS, 20, 1),
                            at(cluster, "n1"));
            TaskHandle<String> large =
                    cluster.submit(new MovingWork.Large(20_000_000), at(cluster, "n2"));
            TaskHandle<String> stubborn =
                    cluster.submit(
                            new MovingWork.Held(file("begun").toString(), file("gate").toString()),
                            at(cluster, "n2"));
            awaitStep("steps", 5);
            awaitStep("begun", 1);
            Command.Ended first = run("drain", "n1");
            assertThat(first.exitCode()).as(first + nodes.logs()).isZero();
            Command.Started second = begin("drain", "n2");
            Awaitility.await("what stays is named")
                    .atMost(SOON)
                    .untilAsserted(() ->
                            assertThat(second.output())
                                    .as(nodes::logs)
                                    .contains("deferred " + stubborn.id())
                                    .contains("it has not reached a checkpoint")
                                    .contains("MovingWork$Held.run:"));
            Files.createFile(file("gate"));
            assertThat(second.await().exitCode()).as(() -> second + nodes.logs()).isZero();
            assertThat(stubborn.get(SOON)).isEqualTo("n2");
            assertThat(steps.get(SOON)).as(nodes::logs).startsWith(SUM + "n1, n");
            assertEachStepOnce("steps", STEPS);
            assertThat(large.get(SOON)).as("20 MB stay as they were").isEqualTo("n2 n3 20000000 1");
            Command.Ended moves = run("migrations");
            assertThat(moves.out()).as("%s", moves).contains(large.id(), steps.id());
        }
    }

    /** The next owner has neither worker nor code of it. */
    @Test
    @LongForm
    void taskThatRunsAtItsOwnerGoesOnWhereItsProgramWasNeverHeardOf() throws Exception {
        start(2);
        try (Cluster cluster = nodes.connect("n1")) {
            TaskHandle<String> steps =
                    cluster.submit(
                            new MovingWork.Steps(file("steps").toString(), 2, 20, 30, 1),
                            at(cluster, "n1"));
            awaitStep("steps", 5);
            Command.Ended drained = run("drain", "n1");
            assertThat(drained.exitCode()).as(drained + nodes.logs()).isZero();
            assertThat(steps.get(SOON)).as(nodes::logs).isEqualTo("820 [n1, n2]");
            assertEachStepOnce("steps", 40);
        }
    }

    /** Six nodes leave one after the other, the task's node each time, its client's among them. */
    @Test
    @LongForm
    void copyIsTheSameAfterSixHops() throws Exception {
        start(3);
        Copied copied = new Copied(200);
        try (Cluster cluster = copied.connect("n1")) {
            TaskHandle<String> copy =
                    cluster.submit(new MovingWork.Copy("in", "out", 20, 6), at(cluster, "n2"));
            List<String> stays = new ArrayList<>();
            for (int hop = 0; hop < 6; hop++) {
                copied.awaitLines(1 + 20 * hop);
                String node = copied.newestNode(hop + 1);
                stays.add(node);
                assertThat(nodes.stop(node)).as(node + nodes.logs()).isZero();
                copied.newestNode(hop + 2);
                nodes.restart(node);
            }
            stays.add(copied.newestNode(7));
            assertThat(copy.get(SOON)).as(nodes::logs).isEqualTo(stays.toString());
            copied.check(stays.toArray(String[]::new));
        }
    }

    /** A move needs no more of the stack than the task had: this is deep for a worker's threads. */
    @Test
    @LongForm
    void deepRecursionMovesTenTimes() throws Exception {
        start(3);
        int depth = 4_000;
        int moves = 10;
        try (Cluster cluster = nodes.connect("n1")) {
            TaskHandle<String> dive =
                    cluster.submit(
                            new MovingWork.Dive(file("dive").toString(), depth, moves),
                            at(cluster, "n2"));
            for (int move = 1; move <= moves; move++) {
                awaitStep("dive", move);
                String node = steps("dive").getLast().split(" ")[1];
                assertThat(nodes.stop(node)).as(node + nodes.logs()).isZero();
                nodes.restart(node);
            }
            assertThat(dive.get(SOON))
                    .as(nodes::logs)
                    .isEqualTo(depth * (depth + 1) / 2 + " " + moves);
        }
    }

    /** A node stands still, its worker does not: what it writes later does not get home. */
    @Test
    @LongForm
    void staleCopyCannotWrite() throws Exception {
        nodes =
                StartedNodes.start(
                        Setup.of(2, 2)
                                .flags(
                                        "--ping-every",
                                        "1s",
                                        "--ping-limit",
                                        "3s",
                                        "--holder-lease",
                                        "5s",
                                        "--owner-lease",
                                        "8s"));
        Copied copied = new Copied(1);
        Path refusals = file("refusals");
        try (Cluster cluster = copied.connect("n1")) {
            TaskHandle<String> stamps =
                    cluster.submit(
                            new MovingWork.Stamps(
                                    "stamp", refusals.toString(), file("gate").toString()),
                            at(cluster, "n2"));
            Path stamp = cluster.files().resolve("stamp");
            awaitContent(stamp, "n2");
            nodes.signal("STOP", "n2");
            try {
                awaitContent(stamp, "n1");
            } finally {
                nodes.signal("CONT", "n2");
            }
            awaitContent(refusals, "n2: /stamp: grant 1.1 is over");
            Files.createFile(file("gate"));
            assertThat(stamps.get(SOON)).as(nodes::logs).isEqualTo("n1");
            assertThat(stamp).hasContent("n1");
        }
    }

    private void awaitContent(Path file, String content) {
        Awaitility.await(file + " has " + content)
                .atMost(SOON)
                .pollInterval(Duration.ofMillis(20))
                .untilAsserted(
                        () -> assertThat(file).as(nodes::logs).content().startsWith(content));
    }

    /** Home is the program that is attached; where none is, the task hears it. */
    @Test
    @LongForm
    void homeIsTheProgramThatIsAttachedAndWithoutOneTheTaskHearsIt() throws Exception {
        start(2);
        Copied copied = new Copied(2_000);
        String job;
        try (Cluster cluster = copied.builder("n1").detached(true).connect()) {
            cluster.submit(new MovingWork.Copy("in", "out", 5), at(cluster, "n2"));
            copied.awaitLines(5);
            job = cluster.jobId();
            cluster.detach();
        }
        try (Cluster again = copied.builder("n1").attach(job)) {
            assertThat(again.handles().getFirst().get(SOON)).as(nodes::logs).isEqualTo("[n2]");
            copied.checkFile();
            again.submit(new MovingWork.Copy("in", "out2", 50), at(again, "n2"));
            copied.awaitLines(2_010);
            again.detach();
        }
        Awaitility.await("the task gives up")
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofSeconds(2))
                .untilAsserted(
                        () -> assertThat(run("jobs", "--json").out()).contains("\"failed\":1"));
        try (Cluster last = copied.builder("n1").attach(job)) {
            assertThatThrownBy(() -> last.handles().getFirst().get(SOON))
                    .hasCauseInstanceOf(ClientGoneException.class)
                    .hasMessageContaining("has ended");
        }
    }

    /** Source, target, owner, at any moment of the moves. */
    @Test
    @LongForm
    void tasksEndRightWhateverIsKilledWhileTheyMove() throws Exception {
        start(3);
        long seed = Long.getLong("evenkeel.seed", System.nanoTime());
        System.out.println(
                "moves and kills: ./mvnw verify -Plong -Dit.test=MigrationProcessIT"
                        + " -Devenkeel.seed="
                        + seed);
        SplittableRandom random = new SplittableRandom(seed);
        TaskOptions kept = TaskOptions.DEFAULT.withDurability(Durability.DISK);
        try (Cluster cluster = nodes.connect("n1")) {
            List<TaskHandle<String>> handles = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                String file = file("task" + i).toString();
                handles.add(cluster.submit(new MovingWork.Steps(file, ROWS, COLUMNS, 60), kept));
            }
            for (int round = 0; round < 10; round++) {
                String source = nodes.names.get(random.nextInt(3));
                String victim = nodes.names.get(random.nextInt(3));
                nodes.daemon(source).destroy();
                Thread.sleep(random.nextInt(400));
                nodes.kill(victim);
                if (!source.equals(victim)) {
                    nodes.stop(source);
                    nodes.start(source);
                }
                nodes.start(victim);
                nodes.awaitReady(source);
                nodes.awaitReady(victim);
                Thread.sleep(random.nextInt(1_500));
            }
            for (int i = 0; i < handles.size(); i++) {
                assertThat(handles.get(i).get(Duration.ofMinutes(5)))
                        .as("task " + i + nodes.logs())
                        .startsWith(SUM);
                assertThat(
                                steps("task" + i).stream()
                                        .map(line -> line.substring(0, line.indexOf(' ')))
                                        .distinct()
                                        .count())
                        .as("steps of task " + i)
                        .isEqualTo(STEPS);
            }
        }
    }
}
