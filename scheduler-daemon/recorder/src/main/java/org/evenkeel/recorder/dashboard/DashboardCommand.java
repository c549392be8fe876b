package org.evenkeel.recorder.dashboard;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.evenkeel.cli.ClusterOutputCommand;
import org.evenkeel.cli.CommandFailure;
import org.evenkeel.cli.ExitCode;
import org.evenkeel.cli.FailureText;
import org.evenkeel.cli.RecorderOption;
import org.evenkeel.cli.query.DaemonConnection.Connector;
import org.evenkeel.recorder.past.RecordedStore;
import org.evenkeel.recorder.past.StoreOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Serves the pages of a cluster. */
@Command(
        name = "dashboard",
        description = {
            "Show a cluster in a browser: machines, jobs with their progress, and how each job runs, "
                    + "task by task.",
            "It prints a link that works once, within an hour, for a browser of this machine. When "
                    + "the link was opened it prints the next one. It runs until Ctrl-C; the "
                    + "cluster does not need it.",
            "A time slider shows each moment that a recorder has kept. The command starts a "
                    + "recorder unless one runs; the recorder continues until evenkeel down.",
            "With --json it prints one line for each link, an object."
        },
        footer = {
            "  evenkeel dashboard",
            "  evenkeel dashboard --port 8080",
            "  evenkeel dashboard --no-recorder                        # does not start a recorder",
            "  ssh -L 8421:127.0.0.1:8421 machine evenkeel dashboard   # from another machine",
            "  evenkeel top                                            # the same in a terminal"
        })
public final class DashboardCommand extends ClusterOutputCommand {

    private static final int MAX_PORT = 65_535;

    @Mixin private final StoreOption store = new StoreOption();
    @Mixin private final RecorderOption recorder = new RecorderOption();

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "Port at 127.0.0.1, 0 for any that is free (default: ${DEFAULT-VALUE}).")
    private int port = 8421;

    @Override
    public Integer call() throws IOException, CommandFailure, InterruptedException {
        if (port < 0 || port > MAX_PORT) {
            throw invalid("--port must be 0 to " + MAX_PORT + ", not " + port);
        }
        recorder.check();
        RecordedStore kept = new RecordedStore(store.path(cluster));
        Optional<ProcessHandle> recording =
                isThere(kept) ? startRecorder() : Optional.<ProcessHandle>empty();
        Connector connector = cluster::connectAgain;
        try (ClusterWatch watch = new ClusterWatch(connector);
                DashboardServer server = serve(watch, new ClusterPages(connector, kept))) {
            watch.start();
            String metrics = "http://127.0.0.1:" + server.port() + "/metrics";
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("port", server.port());
            fields.put("metrics", metrics);
            recording.ifPresent(process -> fields.put("recorder", process.pid()));
            server.tellNextLinks(link -> {
                output.line("for another browser: " + link);
                printJson(link, fields);
            });
            String first = server.link();
            output.line("open " + first);
            output.line(
                    "it works once, within an hour, for a browser of this machine; Ctrl-C ends the"
                            + " dashboard");
            recording.ifPresent(process ->
                    output.line(
                            "recorder: process "
                                    + process.pid()
                                    + "; the time slider shows the past"));
            output.line("for Prometheus: " + metrics);
            printJson(first, fields);
            new CountDownLatch(1).await();
        }
        return ExitCode.OK;
    }

    private void printJson(String link, Map<String, Object> fields) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("link", link);
        all.putAll(fields);
        try {
            output.json(all);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Whether a daemon of the cluster answers.
     *
     * @throws CommandFailure if none runs and nothing was kept; so with IOException if none answers
     */
    private boolean isThere(RecordedStore kept) throws IOException, CommandFailure {
        try {
            cluster.connect().close();
            return true;
        } catch (IOException | CommandFailure e) {
            if (!kept.isThere()) {
                throw e;
            }
            output.aside(FailureText.of(e) + ". The time slider shows what a recorder has kept");
            return false;
        }
    }

    /** Starts the recorder, which continues when the dashboard has ended. */
    private Optional<ProcessHandle> startRecorder() {
        if (store.isNamed()) {
            return Optional.empty();
        }
        if (recorder.isWanted() && cluster.isNamedByEnvironment()) {
            output.aside(
                    "no recorder is started: EVENKEEL_DAEMON names a daemon, perhaps of another cluster"
                            + " than that in "
                            + cluster.directory()
                            + "; evenkeel recorder records it");
            return Optional.empty();
        }
        return recorder.start(cluster, output);
    }

    private DashboardServer serve(ClusterWatch watch, Pages pages)
            throws IOException, CommandFailure {
        InetSocketAddress address =
                new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
        try {
            return DashboardServer.start(address, watch, pages);
        } catch (BindException e) {
            throw new CommandFailure(
                    ExitCode.RUNNING,
                    "port %d of 127.0.0.1 cannot be used (%s); --port 0 takes any that is free"
                            .formatted(port, e.getMessage()));
        }
    }
}
