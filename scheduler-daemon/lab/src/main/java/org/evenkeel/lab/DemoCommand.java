package org.evenkeel.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.evenkeel.cli.ClusterShape;
import org.evenkeel.cli.CommandFailure;
import org.evenkeel.cli.ExitCode;
import org.evenkeel.cli.OutputCommand;
import org.evenkeel.cli.start.ChildProcesses;
import org.evenkeel.cli.start.ClusterPlan;
import org.evenkeel.cli.start.TemporaryCluster;
import org.evenkeel.lab.demo.Demonstration;
import org.evenkeel.recorder.report.JobReport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows what this is about in half a minute. */
@Command(
        name = "demo",
        description = {
            "Start a cluster on this machine, solve n-queens on it, show how the work "
                    + "spread, and stop it.",
            "Everything but the page of --report is removed at the end, also after Ctrl-C."
        },
        footer = {
            "  evenkeel demo",
            "  evenkeel demo --nodes 9 --topology torus --policy receiver-initiated",
            "  evenkeel demo --n 12 --second-n 14     # a short demo",
            "  evenkeel demo --report demo.html       # and a page of the run",
            "While it runs, kill -9 a worker or a daemon: the results stay correct."
        })
final class DemoCommand extends OutputCommand {
    @Mixin private final ClusterShape shape = new ClusterShape();

    @Option(
            names = "--nodes",
            paramLabel = "N",
            description = "Number of daemons (default: ${DEFAULT-VALUE}).")
    private int nodes = 4;

    @Option(
            names = "--n",
            paramLabel = "N",
            description = "Board size of the first count (default: ${DEFAULT-VALUE}).")
    private int n = 14;

    @Option(
            names = "--second-n",
            paramLabel = "N",
            description = "Board size of the timed count (default: ${DEFAULT-VALUE}).")
    private int secondN = 16;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Random seed of the submission order (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description = "Make a page of the run: each task in its slot, moves, running times.")
    private @Nullable Path report;

    @Override
    public Integer call() throws IOException, CommandFailure, InterruptedException {
        Path page = report;
        if (page != null) {
            JobReport.requirePlace(page);
        }
        try (ChildProcesses childProcesses = new ChildProcesses()) {
            ClusterPlan plan =
                    shape.plan(TemporaryCluster.directory(childProcesses), nodes).withShortLeases();
            Demonstration demonstration =
                    new Demonstration(
                            childProcesses,
                            plan,
                            List.of("--n=" + n, "--second-n=" + secondN, "--seed=" + seed),
                            output::line,
                            output.status(),
                            page);
            boolean correct = demonstration.run(output.terminalColours());
            output.json(demonstration.report());
            return correct ? ExitCode.OK : ExitCode.FAILED;
        }
    }
}
