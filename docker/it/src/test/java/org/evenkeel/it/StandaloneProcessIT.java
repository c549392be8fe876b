package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A program from outside of this build that links the one jar and nothing else. */
@Timeout(300)
@LongForm
class StandaloneProcessIT {

    private static final String PROGRAM =
"""
            package outside;

            import java.util.List;
            import org.evenkeel.*;
import org.evenkeel.api.*;

            public final class Program {
                record Square(int n) implements Task<Integer> {
                    public Integer run(TaskContext context) {
                        return n * n;
                    }
                }

                public static void main(String[] args) throws Exception {
                    try (Cluster cluster = Evenkeel.embedded(EmbeddedOptions.of(1).withWorkers(1))) {
                        TaskHandle<Integer> handle = cluster.sendTask(new Square(7));
                        System.out.println("square " + cluster.receiveResult(handle));
                        System.out.println("sum " + cluster.submitAll(
                                List.of(new Square(1), new Square(2), new Square(3))).join());
                        ClusterExecutor executor = cluster.executor();
                        int captured = 20;
                        System.out.println("lambda " + executor.submit(() -> captured + 1).get());
                    }
                }
            }
""";

    @TempDir Path directory;

    @Test
    void programLinksOneJarAndWorks() throws Exception {
        Path jar = directory.resolve("evenkeel-client.jar");
        try (InputStream in =
                StandaloneProcessIT.class.getResourceAsStream(
                        "/evenkeel-dist/lib/client/evenkeel-client.jar")) {
            Files.copy(in, jar);
        }
        Path source = directory.resolve("Program.java");
        Files.writeString(source, PROGRAM);
        Path classes = Files.createDirectories(directory.resolve("classes"));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        int compiled =
                compiler.run(
                        null,
                        null,
                        null,
                        "--release",
                        "21",
                        "-Xlint:all",
                        "-Werror",
                        "-cp",
                        jar.toString(),
                        "-d",
                        classes.toString(),
                        source.toString());
        assertThat(compiled).isZero();
        Process process =
                new ProcessBuilder(
                                List.of(
                                        Path.of(System.getProperty("java.home"), "bin", "java")
                                                .toString(),
                                        "-Devenkeel.home=" + Home.unpack(),
                                        "-Devenkeel.state=" + directory.resolve("state"),
                                        "-cp",
                                        jar + java.io.File.pathSeparator + classes,
                                        "outside.Program"))
                        .redirectErrorStream(true)
                        .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(said.lines()).containsExactly("square 49", "sum [1, 4, 9]", "lambda 21");
        assertThat(process.exitValue()).isZero();
    }
}
