package org.evenkeel.recorder.dashboard;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.evenkeel.cli.ClusterOption;
import org.evenkeel.cli.CommandFailure;
import org.evenkeel.cli.ExitCode;
import org.evenkeel.cli.Output;
import org.evenkeel.cli.top.Asker.Connector;
import org.evenkeel.recorder.past.StoreOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Serves the pages of a cluster. */
@Command(
        name = "dashboard",
        description = {
            "Show a cluster in a browser: machines, jobs with their progress, and how each job runs, "
                    + "task by task.",
            "It prints a link that works once, for browsers of this machine. It runs until Ctrl-C; "
                    + "the cluster does not need it."
        },
        footer = {
            "",
            "Examples:",
            "  evenkeel dashboard",
            "  evenkeel dashboard --port 8080",
            "  ssh -L 8421:127.0.0.1:8421 machine evenkeel dashboard   from another machine",
            "  evenkeel top                                            the same in a terminal"
        })
public final class DashboardCommand implements Callable<Integer> {

    private static final int MAX_PORT = 65_535;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin private final Output output = new Output();
    @Mixin private final ClusterOption cluster = new ClusterOption();
    @Mixin private final StoreOption store = new StoreOption();

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "8421",
            description = "Port at 127.0.0.1, 0 for any that is free (default: ${DEFAULT-VALUE}).")
    private int port;

    @Override
    public Integer call() throws IOException, CommandFailure, InterruptedException {
        if (port < 0 || port > MAX_PORT) {
            throw new ParameterException(
                    spec.commandLine(), "--port must be 0 to " + MAX_PORT + ", not " + port);
        }
        cluster.connect().close(); // says what is wrong before anything is served
        Connector connector = cluster::connectAgain;
        try (ClusterWatch watch = new ClusterWatch(connector);
                DashboardServer server = serve(watch, connector)) {
            watch.start();
            server.tellNextLinks(link -> output.line("for another browser: " + link));
            output.line("open " + server.link());
            output.line("it works once, for a browser of this machine; Ctrl-C ends the dashboard");
            output.line("for Prometheus: http://127.0.0.1:" + server.port() + "/metrics");
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("link", server.link());
            fields.put("port", server.port());
            fields.put("metrics", "http://127.0.0.1:" + server.port() + "/metrics");
            output.json(fields);
            new CountDownLatch(1).await();
        }
        return ExitCode.OK;
    }

    private DashboardServer serve(ClusterWatch watch, Connector connector)
            throws IOException, CommandFailure {
        InetSocketAddress address =
                new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
        try {
            return DashboardServer.start(
                    address, watch, new ClusterPages(connector, store.path(cluster)));
        } catch (BindException e) {
            throw new CommandFailure(
                    ExitCode.RUNNING,
                    "port %d of 127.0.0.1 cannot be used (%s); --port 0 takes any that is free"
                            .formatted(port, e.getMessage()));
        }
    }
}
