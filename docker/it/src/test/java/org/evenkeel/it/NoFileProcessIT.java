package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs whose code is in no class file: the real JShell, and the launcher of source files. */
@Tag("extended")
class NoFileProcessIT {

    private static final String SOURCE =
            """
            import java.util.List;
            import org.evenkeel.Evenkeel;
            import org.evenkeel.api.*;

            public class Main {
                record Sum(List<Part> parts) implements Task<Integer> {
                    public Integer run(TaskContext context) {
                        return parts.stream().mapToInt(Part::value).sum();
                    }
                }

                public static void main(String[] args) throws Exception {
                    try (Cluster cluster = Evenkeel.connect()) {
                        Task<Integer> sum = new Sum(List.of(new Part(1), new Part(41)));
                        System.out.println("sum " + cluster.submit(sum).get());
                        System.out.println("lambda " + cluster.submit(() -> Part.twice(21)).get());
                    }
                }
            }

            record Part(int value) {
                static int twice(int n) {
                    return 2 * n;
                }
            }
            """;

    /** Code comes after the connection, some of it by snippets that change what was there. */
    private static final String SNIPPETS =
            """
            import org.evenkeel.Evenkeel
            import org.evenkeel.api.*
            var cluster = Evenkeel.connect()
            System.out.println("lambda " + cluster.submit(() -> 6 * 7).get())
            record Square(int n) implements Task<Integer> {
                public Integer run(TaskContext context) { return n * n; }
            }
            System.out.println("record " + cluster.submit(new Square(9)).get())
            int twice(int n) { return 2 * n; }
            System.out.println("map " + cluster.map(List.of(1, 2, 3), n -> twice(n)).toList())
            int twice(int n) { return 2 * n + 1000; }
            System.out.println("changed " + cluster.map(List.of(1, 2, 3), n -> twice(n)).toList())
            System.out.println("again " + cluster.submit(new Square(8)).get())
            cluster.close()
            /exit
            """;

    @TempDir Path folder;
    private StartedNodes nodes;

    @BeforeEach
    void start() throws Exception {
        nodes = StartedNodes.start(Setup.of(1, 2));
    }

    @AfterEach
    void stop() {
        StartedNodes started = nodes;
        if (started != null) {
            started.close();
        }
    }

    private static String tool(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }

    private static String client() throws IOException {
        return Home.unpack().resolve("lib/client/evenkeel-client.jar").toString();
    }

    private String run(List<String> words, String input) throws Exception {
        Path out = folder.resolve("out");
        Path in = folder.resolve("in");
        Files.writeString(in, input, StandardCharsets.UTF_8);
        ProcessBuilder builder =
                new ProcessBuilder(words)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectInput(in.toFile())
                        .redirectOutput(out.toFile());
        builder.environment()
                .put("EVENKEEL_DAEMON", nodes.directory.resolve("nodes/n1").toString());
        Process process = builder.start();
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        String text = Files.readString(out);
        assertThat(process.waitFor()).as(text + nodes.logs()).isZero();
        return text;
    }

    @Test
    void sourceFileThatIsRunHasTasks() throws Exception {
        Path source = Files.writeString(folder.resolve("Main.java"), SOURCE);
        List<String> words = new ArrayList<>(List.of(tool("java"), "-XX:+UseSerialGC"));
        words.addAll(List.of("-cp", client(), source.toString()));
        assertThat(run(words, "")).contains("sum 42").contains("lambda 42");
    }

    @Test
    void snippetsOfJShellAreTasks() throws Exception {
        List<String> words =
                List.of(tool("jshell"), "-s", "--class-path", client(), "--startup", "DEFAULT");
        assertThat(run(words, SNIPPETS))
                .as(nodes::logs)
                .contains("lambda 42")
                .contains("record 81")
                .contains("map [2, 4, 6]")
                .contains("changed [1002, 1004, 1006]")
                .contains("again 64");
    }
}
