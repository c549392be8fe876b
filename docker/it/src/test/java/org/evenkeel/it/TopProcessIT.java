package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code evenkeel top} on a pseudo terminal, which {@code script} of util-linux opens. */
@Tag("extended")
class TopProcessIT {
    private static final Path SCRIPT = Path.of("/usr/bin/script");
    private static final String FORMER_SCREEN = "\033[?1049l";
    private static final int TASKS = 6;

    @TempDir Path folder;
    private Path gate;
    private Process terminal;

    /** What was on the terminal before the key that was pressed last. */
    private int seen;

    @BeforeEach
    void gate() {
        assumeTrue(Files.isExecutable(SCRIPT), "script of util-linux is not installed");
        gate = folder.resolve("gate");
    }

    @AfterEach
    void close() {
        if (terminal != null) {
            terminal.descendants().forEach(ProcessHandle::destroyForcibly);
            terminal.destroyForcibly();
        }
    }

    /** Starts the command; a shell says afterwards how the terminal is then. */
    private void start(StartedNodes nodes) throws IOException {
        List<String> words =
                new ArrayList<>(
                        Home.commandJvm(
                                Home.unpack(),
                                List.of("-Djava.io.tmpdir=" + Files.createDirectories(folder))));
        words.replaceAll(word -> word.equals("-Devenkeel.terminal=") ? word + "1" : word);
        words.addAll(List.of("top", "--cluster-dir", nodes.directory.toString()));
        String command =
                words.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        String shell =
                "stty cols 80 rows 24; stty -a > '%s'; %s; echo ended=$?; stty -a > '%s'"
                        .formatted(folder.resolve("before"), command, folder.resolve("after"));
        ProcessBuilder builder =
                new ProcessBuilder(SCRIPT.toString(), "-qefc", shell, "/dev/null")
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("screen.txt").toFile());
        builder.environment().put("TERM", "xterm");
        builder.environment().put("SHELL", "/bin/sh");
        builder.environment().put("EVENKEEL_STATE", folder.resolve("state").toString());
        terminal = builder.start();
    }

    private String drawn() throws IOException {
        byte[] bytes = Files.readAllBytes(folder.resolve("screen.txt"));
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Waits until all of it was drawn since the last key. */
    private void await(StartedNodes nodes, String... texts) {
        Awaitility.await(String.join(", ", texts))
                .atMost(StartedNodes.LIMIT)
                .untilAsserted(
                        () -> assertThat(drawn().substring(seen)).as(nodes::logs).contains(texts));
    }

    private void press(String keys) throws IOException {
        seen = drawn().length();
        terminal.getOutputStream().write(keys.getBytes(StandardCharsets.UTF_8));
        terminal.getOutputStream().flush();
    }

    /** It ended well, and the terminal is as it was before. */
    private void assertEnded() throws Exception {
        assertThat(terminal.waitFor(StartedNodes.LIMIT.toSeconds(), TimeUnit.SECONDS))
                .as(drawn())
                .isTrue();
        assertThat(drawn()).contains(FORMER_SCREEN, "ended=0");
        assertThat(flags("after")).isEqualTo(flags("before")).contains(" icanon", "isig");
    }

    /** Without the speed, which a pseudo terminal does not have. */
    private String flags(String file) throws IOException {
        return Files.readAllLines(folder.resolve(file)).stream()
                .skip(1)
                .collect(Collectors.joining("\n"));
    }

    private List<TaskHandle<Long>> submit(Cluster cluster) {
        List<TaskHandle<Long>> handles = new ArrayList<>();
        for (int i = 0; i < TASKS; i++) {
            handles.add(cluster.submit(new Work.GatedSquare(i, gate.toString())));
        }
        return handles;
    }

    private void finish(List<TaskHandle<Long>> handles) throws Exception {
        Files.createFile(gate);
        for (TaskHandle<Long> handle : handles) {
            handle.get(StartedNodes.LIMIT);
        }
    }

    @Test
    void keysFindATaskThatWaitsAndShowWhy() throws Exception {
        // What the killed node had is given up soon.
        Setup three = Setup.of(3, 1).flags("--holder-lease", "2s", "--owner-lease", "3s");
        try (StartedNodes nodes = StartedNodes.start(three);
                Cluster cluster = nodes.connect("n1")) {
            List<TaskHandle<Long>> handles = submit(cluster);
            start(nodes);
            await(nodes, "3 machines", "> tasks", "running", "waiting");
            press("/waiting\r");
            await(nodes, "/waiting  Esc show all  q quit", "> " + job(handles));
            press("\r");
            await(nodes, "task " + job(handles), "Now:", "waits");
            press("\033");
            await(nodes, "> tasks");
            press("\t");
            await(nodes, "> machines");
            press("s");
            await(nodes, "machines by state");
            press("?");
            await(nodes, "any key back");
            press("x");
            await(nodes, "> machines");
            nodes.kill("n3");
            await(nodes, "2 machines, 1 gone", "gone since ");
            press("q");
            assertEnded();
            finish(handles);
        }
    }

    private static String job(List<TaskHandle<Long>> handles) {
        String id = handles.getFirst().id();
        return id.substring(0, id.indexOf('-') + 1);
    }

    @Test
    @LongForm
    void itOutlivesItsClusterAndASignalEndsIt() throws Exception {
        try (StartedNodes nodes = StartedNodes.start(Setup.of(2, 1))) {
            start(nodes);
            await(nodes, "2 machines", "no tasks");
            nodes.kill("n1");
            nodes.kill("n2");
            await(nodes, "! no daemon answers; trying again");
            press("?");
            await(nodes, "any key back");
            press("x");
            await(nodes, "> tasks");
            nodes.restart("n2");
            Awaitility.await("n2 answers")
                    .atMost(StartedNodes.LIMIT)
                    .untilAsserted(
                            () -> assertThat(firstRow()).isNotBlank().doesNotContain("no daemon"));
            top().destroy();
            assertEnded();
        }
    }

    /** As it was drawn last; empty while that is in progress. */
    private String firstRow() throws IOException {
        String drawn = drawn();
        String screen = drawn.substring(Math.max(0, drawn.lastIndexOf("\033[1;1H")));
        int end = screen.indexOf("\033[2;1H");
        return end < 0 ? "" : screen.substring(0, end);
    }

    /** The JVM of the command, not the shell whose command line has the same words. */
    private ProcessHandle top() {
        return terminal.descendants()
                .filter(one -> Command.commandLine(one).contains("org.evenkeel.cli.Main\0top"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void withoutATerminalThereIsOneScreen() throws Exception {
        Command evenkeel = new Command(folder.resolve("state"));
        try (StartedNodes nodes = StartedNodes.start(Setup.of(2, 1));
                Cluster cluster = nodes.connect("n1")) {
            List<TaskHandle<Long>> handles = submit(cluster);
            String id = handles.getFirst().id();
            String there = "--cluster-dir=" + nodes.directory;
            Awaitility.await("a task runs")
                    .atMost(StartedNodes.LIMIT)
                    .untilAsserted(() -> {
                        Command.Ended once = evenkeel.run("top", "--once", there);
                        assertThat(once.exitCode()).as(once + nodes.logs()).isZero();
                        assertThat(once.out())
                                .contains("2 machines", id, "running")
                                .doesNotContain("\033");
                    });
            Command.Ended refused = evenkeel.run("top", there);
            assertThat(refused.exitCode()).isEqualTo(2);
            assertThat(refused.err()).contains("evenkeel top --once", "evenkeel nodes --json");
            finish(handles);
        }
    }
}
