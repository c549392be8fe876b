package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** The command evenkeel as a process, with a state directory of its own. */
final class Command {
    private static final long LIMIT_SECONDS = 240;

    /** What a shell runs in the background ignores SIGINT, and so does what that starts. */
    private static final List<String> HEARS_INTERRUPT = List.of("env", "--default-signal=INT");

    private final Path state;
    private final Path home;
    private final Map<String, String> environment;

    /**
     * @param state where its clusters are kept; also the mark by which its processes are known
     */
    Command(Path state) throws IOException {
        this(state, Map.of());
    }

    private Command(Path state, Map<String, String> environment) throws IOException {
        this.state = state;
        this.home = Home.unpack();
        this.environment = environment;
    }

    /** The same where the environment names a daemon. */
    Command asking(String daemon) throws IOException {
        return new Command(state, Map.of("EVENKEEL_DAEMON", daemon));
    }

    /** The same where programs run so many tasks at once in their own JVM. */
    Command local(int slots) throws IOException {
        return new Command(state, Map.of("EVENKEEL_LOCAL", String.valueOf(slots)));
    }

    /** The same in a desktop session with this display. */
    Command inSession(String display) throws IOException {
        return new Command(state, Map.of("DISPLAY", display));
    }

    /** The same with options of its JVM. */
    Command withJava(String options) throws IOException {
        return new Command(state, Map.of("JAVA_TOOL_OPTIONS", options));
    }

    /** How a command ended. */
    record Ended(int exitCode, String out, String err) {}

    /** A command under way. */
    record Started(Process process, Path out, Path err) {

        Ended await() throws IOException, InterruptedException {
            return await(LIMIT_SECONDS);
        }

        /** The same for one that may take longer. */
        Ended await(long seconds) throws IOException, InterruptedException {
            if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("still running: " + output());
            }
            return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
        }

        String output() throws IOException {
            return Files.readString(out) + Files.readString(err);
        }
    }

    /** Runs a command to its end. */
    Ended run(String... words) throws IOException, InterruptedException {
        return start(words).await();
    }

    /** Starts a command. */
    Started start(String... words) throws IOException {
        Files.createDirectories(state);
        List<String> command = new ArrayList<>(HEARS_INTERRUPT);
        command.addAll(Home.commandJvm(home, List.of("-Djava.io.tmpdir=" + state)));
        command.addAll(List.of(words));
        Path out = Files.createTempFile(state, "out", ".txt");
        Path err = Files.createTempFile(state, "err", ".txt");
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile());
        builder.environment().put("EVENKEEL_STATE", state.toString());
        builder.environment().putAll(environment);
        return new Started(builder.start(), out, err);
    }

    /** Processes, of whatever kind, whose command line names the state directory. */
    List<ProcessHandle> leftovers() {
        return ProcessHandle.allProcesses()
                .filter(process -> commandLine(process).contains(state.toString()))
                .toList();
    }

    /** Waits until the workers of daemons that have ended are gone, too. */
    void awaitNoLeftovers() {
        Awaitility.await("no process is left behind")
                .atMost(StartedNodes.LIMIT)
                .pollDelay(Duration.ZERO)
                .untilAsserted(() -> assertThat(leftovers()).isEmpty());
    }

    static String commandLine(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"));
        } catch (IOException e) {
            return process.info().commandLine().orElse("");
        }
    }
}
