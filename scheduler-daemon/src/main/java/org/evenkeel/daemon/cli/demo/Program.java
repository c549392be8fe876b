package org.evenkeel.daemon.cli.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.evenkeel.daemon.cli.start.Children;
import org.evenkeel.daemon.cli.start.Installation;
import org.evenkeel.daemon.cli.start.ProgramJvm;
import org.jspecify.annotations.Nullable;

/** The demo's program in its own JVM: tells facts and waits for leave before each count. */
final class Program {
    private static final String MAIN_CLASS = "org.evenkeel.examples.demo.Demo";

    private final Process process;
    private final BufferedReader facts;

    private Program(Process process) {
        this.process = process;
        this.facts =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Starts it; its standard error, where progress is shown, is that of this process. */
    static Program start(
            Children children, Installation installation, Path daemon, List<String> arguments)
            throws IOException {
        ProgramJvm jvm =
                new ProgramJvm(
                        List.of("-XX:+UseSerialGC"),
                        installation.jars("examples"),
                        MAIN_CLASS,
                        arguments);
        return new Program(
                children.start(
                        new ProcessBuilder(jvm.command(installation, daemon.toString()))
                                .redirectError(ProcessBuilder.Redirect.INHERIT)));
    }

    /** The next fact; null when it has ended. */
    @Nullable Fact next() throws IOException {
        String line = facts.readLine();
        return line == null ? null : Fact.parse(line);
    }

    /** Lets it go on. */
    void goOn() throws IOException {
        OutputStream leave = process.getOutputStream();
        leave.write('\n');
        leave.flush();
    }

    int exitCode() throws InterruptedException {
        return process.waitFor();
    }
}
