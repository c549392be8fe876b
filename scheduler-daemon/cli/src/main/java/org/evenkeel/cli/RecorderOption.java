package org.evenkeel.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.evenkeel.cli.query.LocalRecorder;
import org.evenkeel.cli.start.BackgroundRecorder;
import org.evenkeel.cli.start.ClusterPlan;
import org.evenkeel.cli.start.Installation;
import org.evenkeel.cli.text.NumberFormatter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Whether a command starts the recorder of its cluster. */
public final class RecorderOption {

    /** A recorder needs about 300 MiB: on a smaller machine tasks need them more. */
    static final long LEAST_MEMORY = 4L << 30;

    /** Memory that the system may keep for itself: a machine of 4 GiB reports less. */
    private static final long KEPT_BY_THE_SYSTEM = 256L << 20;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(
            names = "--no-recorder",
            description = {
                "Do not start the recorder, which keeps what happens, for evenkeel query and the "
                        + "time slider of evenkeel dashboard. It needs up to 300 MiB of memory."
            })
    private boolean none;

    @Option(
            names = "--recorder",
            description = "Start the recorder also on a machine with less than 4 GiB of memory.")
    private boolean wanted;

    /** Refuses a command line that makes no sense. To be called before {@link #start}. */
    public void check() {
        if (none && wanted) {
            throw new ParameterException(
                    spec.commandLine(), "--recorder and --no-recorder exclude each other");
        }
    }

    /** Whether the options permit a recorder. */
    public boolean isWanted() {
        return !none;
    }

    /**
     * Starts the recorder of a cluster, unless one runs already. Where it cannot be started, a line
     * on standard error says why, and the command continues without it.
     *
     * @return the one that runs; empty for none
     */
    public Optional<ProcessHandle> start(ClusterOption cluster, Output output) {
        Path directory = cluster.directory();
        Optional<ProcessHandle> running = new LocalRecorder(directory).running();
        if (running.isPresent() || none) {
            return running;
        }
        String obstacle = obstacle(ClusterPlan.memoryBytes());
        if (obstacle.isEmpty()) {
            try {
                Installation installation = Installation.find();
                if (BackgroundRecorder.isInstalled(installation)) {
                    return Optional.of(BackgroundRecorder.start(installation, directory));
                }
                obstacle = "there is no DuckDB in " + installation.home().resolve("lib/recorder");
            } catch (IOException e) {
                obstacle = FailureText.of(e);
            }
        }
        output.aside("no recorder is started: " + obstacle);
        return Optional.empty();
    }

    /** Why none is to be started; empty if one may be. */
    String obstacle(long memoryBytes) {
        if (!wanted && memoryBytes < LEAST_MEMORY - KEPT_BY_THE_SYSTEM) {
            return "this machine has %s of memory, and a recorder needs up to 300 MiB of it; "
                            .formatted(NumberFormatter.bytes(memoryBytes))
                    + "--recorder starts one all the same";
        }
        return "";
    }

    /**
     * The recorder of a cluster in one line; empty where there is and was none, or where a variable
     * names daemons, perhaps of another cluster.
     */
    static String line(ClusterOption cluster) {
        if (cluster.isNamedByEnvironment()) {
            return "";
        }
        LocalRecorder recorder = new LocalRecorder(cluster.directory());
        Optional<ProcessHandle> running = recorder.running();
        if (running.isPresent()) {
            return "recorder: process " + running.get().pid() + ", see evenkeel query --help";
        }
        return recorder.isMissing()
                ? "recorder: it has ended, see "
                        + recorder.log()
                        + "; start one: evenkeel recorder"
                        + cluster.asArgument()
                : "";
    }
}
