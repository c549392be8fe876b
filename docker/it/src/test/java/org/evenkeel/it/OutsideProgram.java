package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** A program outside this build: compiled against the one client jar, and run with it alone. */
final class OutsideProgram {
    private final Path directory;

    OutsideProgram(Path directory) {
        this.directory = directory;
    }

    private static Path jar() throws IOException {
        return Home.unpack().resolve("lib/client/app-api-standalone.jar");
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
                        jar().toString(),
                        file.toString());
        assertThat(result).as("compiles " + name).isZero();
    }

    /** Runs a main class against a node; what it printed. */
    String run(String main, Path nodeDirectory) throws IOException, InterruptedException {
        Path out = Files.createTempFile(directory, "out", ".txt");
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-Devenkeel.daemon=" + nodeDirectory,
                                "-cp",
                                directory.resolve("classes") + File.pathSeparator + jar(),
                                main)
                        .redirectErrorStream(true)
                        .redirectOutput(out.toFile())
                        .start();
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        String text = Files.readString(out);
        assertThat(process.waitFor()).as(text).isZero();
        return text;
    }
}
