package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.evenkeel.it.StartedNodes.at;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workers and nodes are killed; tasks go on from checkpoints that were made while they ran. */
class CheckpointProcessIT {
    private static final Duration SOON = StartedNodes.LIMIT;
    private static final Duration EVERY = Duration.ofMillis(500);
    private static final int STEP_MILLIS = 20;
    private static final int ROWS = 6;
    private static final int COLUMNS = 100;
    private static final int STEPS = ROWS * COLUMNS;

    private static final Pattern COUNT = Pattern.compile("(\\d+) in all, the last of ");

    /** Checkpoints behind a moment of which the last but one holds what was done before it. */
    private static final int NEWER = 3;

    /** From a line on, no step is taken that is not behind this one: a checkpoint holds it. */
    private record Floor(int line, int step) {}

    @TempDir Path folder;
    private StartedNodes nodes;
    private Command evenkeel;
    private final Map<String, List<Floor>> floors = new HashMap<>();

    private void start(int count) throws Exception {
        evenkeel = new Command(folder.resolve("state"));
        nodes =
                StartedNodes.start(
                        Setup.of(count, 2).flags("--holder-lease", "2s", "--owner-lease", "3s"));
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

    /** What was done until now is in checkpoints: from here on it must not be done again. */
    private void awaitCheckpoints(Map<String, String> idsByName) throws Exception {
        Map<String, Long> wanted = new HashMap<>();
        Map<String, Integer> done = new HashMap<>();
        for (String name : idsByName.keySet()) {
            Awaitility.await(name + " has begun")
                    .atMost(SOON)
                    .untilAsserted(() -> assertThat(steps(name)).as(nodes::logs).isNotEmpty());
            done.put(name, steps(name).getLast());
            wanted.put(name, checkpoints(idsByName.get(name)) + NEWER);
        }
        for (String name : idsByName.keySet()) {
            Awaitility.await(wanted.get(name) + " checkpoints of " + name)
                    .atMost(SOON)
                    .untilAsserted(() ->
                            assertThat(checkpoints(idsByName.get(name)))
                                    .as(nodes::logs)
                                    .isGreaterThanOrEqualTo(wanted.get(name)));
            floors.computeIfAbsent(name, n -> new ArrayList<>())
                    .add(new Floor(steps(name).size(), done.get(name)));
        }
    }

    /** How many its owner has been given. */
    private long checkpoints(String id) throws IOException {
        return COUNT.matcher(nodes.ask("n1", "explain", id))
                .results()
                .mapToLong(one -> Long.parseLong(one.group(1)))
                .max()
                .orElse(0);
    }

    private void killWorkers(String node) {
        List<ProcessHandle> workers = nodes.workers(node);
        assertThat(workers).isNotEmpty();
        workers.forEach(ProcessHandle::destroyForcibly);
    }

    /** It went back to its checkpoints and no farther, and left nothing out. */
    private void assertGoesBackLittle(String name) {
        List<Integer> steps = steps(name);
        for (int i = 1; i < steps.size(); i++) {
            assertThat(steps.get(i))
                    .as("step behind number " + i + " of " + name)
                    .isLessThanOrEqualTo(steps.get(i - 1) + 1);
        }
        for (Floor floor : floors.get(name)) {
            assertThat(steps.subList(floor.line(), steps.size()))
                    .as("steps of %s behind line %d", name, floor.line())
                    .allMatch(step -> step > floor.step() || step == STEPS);
        }
        assertThat(steps).as("the last step of " + name).last().isEqualTo(STEPS);
    }

    @Test
    @LongForm
    void aCrashCostsNoMoreThanTheInterval() throws Exception {
        start(2);
        String job;
        Map<String, String> ids = new HashMap<>();
        for (String name : List.of("steps", "counted")) {
            Files.createFile(file(name + ".hold")); // none ends before the last kill
        }
        try (Cluster cluster =
                nodes.builder("n1").detached(true).checkpointEvery(EVERY).connect()) {
            TaskOptions there = at(cluster, "n2");
            MovingWork.Steps steps =
                    new MovingWork.Steps(file("steps").toString(), ROWS, COLUMNS, STEP_MILLIS);
            ids.put("steps", cluster.submit(steps, there).id());
            MovingWork.Counted counted =
                    new MovingWork.Counted(file("counted").toString(), STEPS, STEP_MILLIS);
            ids.put("counted", cluster.submit(counted, there).id());
            job = cluster.jobId();
            awaitCheckpoints(ids);
            cluster.detach();
        }
        killWorkers("n2");
        awaitCheckpoints(ids);
        nodes.kill("n2");
        awaitCheckpoints(ids);
        String id = ids.get("steps");
        assertThat(evenkeel.run("explain", id, "--cluster-dir", nodes.directory.toString()).out())
                .contains("checkpoint taken while it runs", " in all, the last of ");
        nodes.kill("n1");
        for (String name : ids.keySet()) {
            Files.delete(file(name + ".hold"));
        }
        nodes.restart("n1");
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
        assertGoesBackLittle("steps");
        assertGoesBackLittle("counted");
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
