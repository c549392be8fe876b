package org.evenkeel.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.ClusterOption;
import org.evenkeel.cli.start.ChildProcesses;
import org.evenkeel.cli.start.ClusterPlan;
import org.evenkeel.cli.start.LocalDaemons;
import org.evenkeel.cli.start.Starter;
import org.evenkeel.daemon.files.ClusterDirectory;
import org.evenkeel.daemon.files.DaemonFile;
import org.evenkeel.daemon.files.PrivateFiles;
import org.evenkeel.kernel.policy.registry.Policies;

/** Starts daemons that are measured beside each other: two workers each, each its own cluster. */
record BenchDaemons(ChildProcesses childProcesses) {
    /** The name of each. */
    static final String NODE = "bench";

    private static final Duration START_LIMIT = Duration.ofSeconds(30);
    private static final int WORKERS = 2;

    /** A cluster directory in a state directory, with a token. */
    static Path clusterIn(Path state) throws IOException {
        Path cluster = state.resolve("clusters").resolve(ClusterOption.DEFAULT_NAME);
        PrivateFiles.createDirectories(cluster);
        new ClusterDirectory(cluster).token();
        return cluster;
    }

    /**
     * Starts one with keys of a daemon's configuration.
     *
     * @return its directory
     */
    Path start(Path cluster, Map<String, String> settings)
            throws IOException, InterruptedException {
        ClusterPlan plan =
                new ClusterPlan(
                        cluster,
                        List.of(NODE),
                        WORKERS,
                        Policies.DEFAULT,
                        "worker-busy",
                        "mesh",
                        "512m");
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            plan = plan.with(setting.getKey(), setting.getValue());
        }
        LocalDaemons started = LocalDaemons.start(plan, Starter.asChildrenIn(childProcesses));
        started.awaitLinked(START_LIMIT, ready -> {});
        return started.folder(NODE);
    }

    static int port(Path node) throws IOException {
        return DaemonFile.read(node.resolve(DaemonFile.NAME)).port();
    }
}
