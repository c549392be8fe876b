package org.evenkeel.lab.facts;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.evenkeel.cli.start.ChildProcesses;
import org.evenkeel.cli.start.Installation;
import org.evenkeel.cli.start.ProgramJvm;
import org.jspecify.annotations.Nullable;

/** A program of our examples in its own JVM; one that tells facts, and may wait for leave. */
public final class FactProgram {
    private static final long END_SECONDS = 120;

    private final Process process;
    private final BufferedReader facts;

    private FactProgram(Process process) {
        this.process = process;
        this.facts =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /**
     * Starts one of our examples; its standard error, where progress is shown, is that of this
     * process.
     *
     * @param daemon directory of the node that it is to speak to
     */
    public static FactProgram start(
            ChildProcesses childProcesses, String mainClass, Path daemon, List<String> arguments)
            throws IOException {
        Installation installation = Installation.find();
        ProgramJvm jvm =
                new ProgramJvm(
                        false,
                        List.of("-XX:+UseSerialGC"),
                        installation.jars("examples"),
                        mainClass,
                        arguments);
        return start(childProcesses, jvm.command(installation, daemon.toString()));
    }

    /** Starts a program by its command line. */
    public static FactProgram start(ChildProcesses childProcesses, List<String> command)
            throws IOException {
        return new FactProgram(
                childProcesses.start(
                        new ProcessBuilder(command)
                                .redirectError(ProcessBuilder.Redirect.INHERIT)));
    }

    /** The next fact; null when it has ended. */
    public @Nullable ProgramFact next() throws IOException {
        String line = facts.readLine();
        return line == null ? null : ProgramFact.parse(line);
    }

    /** Lets it resume. */
    public void resume() throws IOException {
        send("");
    }

    /** Tells it something, in a line. */
    public void send(String line) throws IOException {
        OutputStream in = process.getOutputStream();
        in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        in.flush();
    }

    /** Ends its standard input, waits until it has cleaned up, and ends it if that takes long. */
    public void end() throws InterruptedException {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // It has ended already.
        }
        if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
            process.destroy();
        }
    }

    /** Waits for its end. */
    public int exitCode() throws InterruptedException {
        return process.waitFor();
    }
}
