package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * A program outside this build: compiled against the one client jar, and run with it alone, or with
 * libraries of the distribution.
 */
final class OutsideProgram {
    private final Path directory;
    private final List<String> folders;

    OutsideProgram(Path directory) {
        this(directory, List.of());
    }

    /**
     * @param folders whose jars it has as well: of the distribution, such as {@code opentelemetry},
     *     or absolute paths
     */
    OutsideProgram(Path directory, List<String> folders) {
        this.directory = directory;
        this.folders = folders;
    }

    private String libraries() throws IOException {
        Path lib = Home.unpack().resolve("lib");
        List<String> jars = new ArrayList<>();
        jars.add(lib.resolve("client/evenkeel-client.jar").toString());
        for (String folder : folders) {
            try (Stream<Path> files = Files.list(lib.resolve(folder))) {
                files.forEach(jar -> jars.add(jar.toString()));
            }
        }
        return String.join(File.pathSeparator, jars);
    }

    /** Compiles one source file into the program's class folder. */
    void compile(String name, String source) throws IOException {
        Path file = directory.resolve("src").resolve(name + ".java");
        Path classes = directory.resolve("classes");
        Files.createDirectories(file.getParent());
        Files.createDirectories(classes);
        Files.writeString(file, source);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        int result =
                compiler.run(
                        null,
                        null,
                        null,
                        "-d",
                        classes.toString(),
                        "-cp",
                        libraries(),
                        file.toString());
        assertThat(result).as("compiles " + name).isZero();
    }

    /** Runs a main class against a node; what it printed. */
    String run(String main, Path nodeDirectory) throws IOException, InterruptedException {
        Path out = Files.createTempFile(directory, "out", ".txt");
        Process process = start(out, List.of("-Devenkeel.daemon=" + nodeDirectory), main);
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        String text = Files.readString(out);
        assertThat(process.waitFor()).as(text).isZero();
        return text;
    }

    /**
     * Starts a main class.
     *
     * @param out where its output goes
     * @param options of its JVM
     * @param main the class, and its arguments
     */
    Process start(Path out, List<String> options, String... main) throws IOException {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        words.addAll(options);
        words.addAll(
                List.of("-cp", directory.resolve("classes") + File.pathSeparator + libraries()));
        words.addAll(List.of(main));
        return new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
    }
}
