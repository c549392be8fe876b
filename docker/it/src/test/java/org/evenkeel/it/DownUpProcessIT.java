package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code evenkeel down} and {@code evenkeel up} on one machine, while a job has no client. */
@Tag("extended")
class DownUpProcessIT {
    private static final int TASKS = 24;
    private static final List<String> NODES = List.of("n1", "n2", "n3");
    private static final Pattern OPEN = Pattern.compile("\"open\":(\\d+)");

    @TempDir Path state;
    @TempDir Path folder;

    @AfterEach
    void end() throws Exception {
        Command evenkeel = new Command(state);
        evenkeel.run("down", "--now");
        evenkeel.awaitNoLeftovers();
    }

    private static String succeed(Command.Ended ended) {
        assertThat(ended.exitCode()).as(ended.toString()).isZero();
        return ended.out();
    }

    private static String up(Command evenkeel) throws Exception {
        return succeed(
                evenkeel.run(
                        "up",
                        "-n",
                        "3",
                        "--workers",
                        "1",
                        "--worker-heap",
                        "256m",
                        "--no-recorder"));
    }

    private static int openTasks(Command evenkeel, String job) throws Exception {
        String status = succeed(evenkeel.run("attach", job, "--no-wait", "--json"));
        Matcher open = OPEN.matcher(status);
        assertThat(open.find()).as(status).isTrue();
        return Integer.parseInt(open.group(1));
    }

    /** Runs {@link DetachedJob}; the lines that it printed. */
    private List<String> program(String... words) throws IOException, InterruptedException {
        List<String> command = Home.clientJvm(List.of(), "org.evenkeel.it.DetachedJob");
        command.addAll(List.of(words));
        Path out = Files.createTempFile(folder, "program", ".out");
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .redirectOutput(out.toFile());
        builder.environment().put("EVENKEEL_STATE", state.toString());
        Process process = builder.start();
        boolean ended = process.waitFor(StartedNodes.LIMIT.toSeconds(), TimeUnit.SECONDS);
        process.destroyForcibly().waitFor();
        List<String> lines = Files.readAllLines(out);
        assertThat(ended && process.exitValue() == 0).as(lines + logs()).isTrue();
        return lines;
    }

    private Path log(String node) {
        return state.resolve("clusters/default/nodes").resolve(node).resolve("daemon.log");
    }

    private String logs() {
        StringBuilder text = new StringBuilder();
        for (String node : NODES) {
            text.append("\n--- ").append(node).append('\n').append(read(log(node)));
        }
        return text.toString();
    }

    private static String read(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** A daemon may still begin tasks while it listens for others that leave, but not all. */
    @Test
    void aJobOnDiskHasAllItsResultsAfterDownAndUp() throws Exception {
        Command evenkeel = new Command(state);
        Path gate = folder.resolve("gate");
        up(evenkeel);
        String job = program("leave", String.valueOf(TASKS), gate.toString()).getFirst();
        Command.Started down = evenkeel.start("down");
        Awaitility.await("all daemons drain")
                .atMost(StartedNodes.LIMIT)
                .until(() ->
                        NODES.stream().allMatch(node -> read(log(node)).contains("draining: SIG")));
        Files.createFile(gate);
        assertThat(succeed(down.await())).contains("3 daemons");
        Files.delete(gate);
        up(evenkeel);
        assertThat(openTasks(evenkeel, job)).as(this::logs).isPositive();
        Files.createFile(gate);
        List<Long> results = new ArrayList<>();
        List<String> ids = new ArrayList<>();
        for (String line : program("attach", job)) {
            String[] words = line.split(" ", 2);
            ids.add(words[0]);
            results.add(Long.valueOf(words[1]));
        }
        assertThat(ids).doesNotHaveDuplicates();
        assertThat(results)
                .as(this::logs)
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, TASKS).mapToObj(i -> i * i).toList());
        Awaitility.await("closing ends it")
                .atMost(StartedNodes.LIMIT)
                .until(() -> !succeed(evenkeel.run("jobs")).contains(job));
    }
}
