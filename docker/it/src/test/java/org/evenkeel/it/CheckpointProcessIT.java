package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.evenkeel.it.LocalCluster.at;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.awaitility.Awaitility;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.it.LocalCluster.Setup;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workers and nodes are killed; tasks go on from checkpoints that were made while they ran. */
@Alone
class CheckpointProcessIT {
    private static final Duration SOON = Duration.ofSeconds(90);
    private static final Duration EVERY = Duration.ofMillis(500);
    private static final int STEP_MILLIS = 20;
    private static final int ROWS = 6;
    private static final int COLUMNS = 100;
    private static final int STEPS = ROWS * COLUMNS;

    /** An interval, and a second and a half for a busy machine. */
    private static final int MOST_LOST = 2_000 / STEP_MILLIS;

    /** So many steps after the last kill there is a checkpoint that is newer. */
    private static final int BETWEEN = 120;

    @TempDir Path folder;
    private LocalCluster nodes;
    private Command evenkeel;

    private void start(int count) throws Exception {
        evenkeel = new Command(folder.resolve("state"));
        nodes =
                LocalCluster.start(
                        Setup.of(count, 2).flags("--holder-lease", "2s", "--owner-lease", "3s"));
    }

    @AfterEach
    void stop() {
        LocalCluster started = nodes;
        if (started != null) {
            started.close();
        }
    }

    private Path file(String name) {
        return folder.resolve(name);
    }

    private List<Integer> steps(String name) {
        try {
            return Files.exists(file(name))
                    ? Files.readAllLines(file(name)).stream()
                            .map(line -> Integer.parseInt(line.substring(0, line.indexOf(' '))))
                            .toList()
                    : List.of();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** The task has come that much farther than it was. */
    private void awaitProgress(String name) {
        List<Integer> now = steps(name);
        int wanted = (now.isEmpty() ? 0 : now.getLast()) + BETWEEN;
        Awaitility.await(name + " has come to step " + wanted)
                .atMost(SOON)
                .pollInterval(Duration.ofMillis(20))
                .untilAsserted(() ->
                        assertThat(steps(name))
                                .as(nodes::logs)
                                .last()
                                .satisfies(step -> assertThat(step).isGreaterThan(wanted)));
    }

    private void killWorkers(String node) {
        List<ProcessHandle> workers = nodes.workers(node);
        assertThat(workers).isNotEmpty();
        workers.forEach(ProcessHandle::destroyForcibly);
    }

    /** It went back so often at most, by no more than an interval and what a machine needs. */
    private void assertGoesBackLittle(String name, int times) {
        List<Integer> steps = steps(name);
        int back = 0;
        for (int i = 1; i < steps.size(); i++) {
            int lost = steps.get(i - 1) - steps.get(i) + 1;
            assertThat(lost)
                    .as("steps done again behind number " + i + " of " + name)
                    .isNotNegative();
            assertThat(lost).as("steps of " + name + " that were lost").isLessThan(MOST_LOST);
            back += lost > 0 ? 1 : 0;
        }
        assertThat(back).as(name + " began again").isLessThanOrEqualTo(times);
        assertThat(steps).as("the last step of " + name).last().isEqualTo(STEPS);
    }

    @Test
    @LongForm
    void aCrashCostsNoMoreThanTheInterval() throws Exception {
        start(2);
        String job;
        String id;
        try (Cluster cluster =
                nodes.builder("n1").outlivesClient(true).checkpointEvery(EVERY).connect()) {
            TaskOptions there = at(cluster, "n2");
            id =
                    cluster.submit(
                                    new MovingWork.Steps(
                                            file("steps").toString(), ROWS, COLUMNS, STEP_MILLIS),
                                    there)
                            .id();
            cluster.submit(
                    new MovingWork.Counted(file("counted").toString(), STEPS, STEP_MILLIS), there);
            job = cluster.jobId();
            awaitProgress("steps");
            cluster.detach();
        }
        killWorkers("n2");
        awaitProgress("steps");
        awaitProgress("counted");
        nodes.kill("n2");
        awaitProgress("steps");
        assertThat(evenkeel.run("explain", id, "--cluster-dir", nodes.directory.toString()).out())
                .contains("a checkpoint of it was taken while it runs", " in all, the last of ");
        nodes.kill("n1");
        nodes.start("n1");
        nodes.awaitReady("n1");
        try (Cluster again = nodes.builder("n1").attach(job)) {
            List<TaskHandle<?>> handles = again.handles();
            assertThat(handles).hasSize(2);
            for (TaskHandle<?> handle : handles) {
                assertThat(String.valueOf(handle.get(SOON)))
                        .as(nodes::logs)
                        .startsWith(
                                handle.id().equals(id)
                                        ? STEPS * (STEPS + 1) / 2 + " [n2"
                                        : "" + STEPS);
            }
        }
        assertGoesBackLittle("steps", 3);
        assertGoesBackLittle("counted", 3);
    }

    /** What it did since the checkpoint it does again, at the same places. */
    @Test
    @LongForm
    void copyIsTheSameThoughItsWorkerWasKilled() throws Exception {
        start(2);
        Path home = folder.resolve("home");
        byte[] content = new byte[200_000];
        new SplittableRandom(content.length).nextBytes(content);
        Files.createDirectories(home);
        Files.write(home.resolve("in"), content);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Cluster cluster =
                nodes.builder("n1")
                        .files(home)
                        .console(new PrintStream(out), System.err)
                        .checkpointEvery(EVERY)
                        .connect()) {
            TaskHandle<String> copy =
                    cluster.submit(new MovingWork.Copy("in", "out", 30), at(cluster, "n2"));
            for (int lines = 70; lines <= 140; lines += 70) {
                int wanted = lines;
                Awaitility.await("lines of the copy")
                        .atMost(SOON)
                        .untilAsserted(() ->
                                assertThat(out.toString(StandardCharsets.UTF_8).lines())
                                        .as(nodes::logs)
                                        .hasSizeGreaterThanOrEqualTo(wanted));
                killWorkers("n2");
            }
            assertThat(copy.get(SOON)).as(nodes::logs).isEqualTo("[n2]");
            assertThat(home.resolve("out")).hasBinaryContent(content);
            assertThat(
                            out.toString(StandardCharsets.UTF_8)
                                    .lines()
                                    .mapToInt(line -> Integer.parseInt(line.split(" ", -1)[1]))
                                    .sum())
                    .as("each line once: bytes that they tell of")
                    .isEqualTo(content.length);
        }
    }
}
