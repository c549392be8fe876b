package org.evenkeel.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.evenkeel.cli.BuildInfo;
import org.evenkeel.cli.ExitCode;
import org.evenkeel.cli.OutputCommand;
import org.evenkeel.cli.text.StatusLine;
import org.evenkeel.lab.measure.Host;
import org.evenkeel.lab.measure.MachineEmulators;
import org.evenkeel.lab.measure.MeasureFlags;
import org.evenkeel.lab.measure.RunMetadata;
import org.evenkeel.lab.measure.Workloads;
import org.evenkeel.lab.simulate.FlagException;
import org.evenkeel.lab.simulate.FlagValues;
import org.evenkeel.lab.strategies.Strategies;
import org.evenkeel.lab.strategies.StrategiesReport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code evenkeel lab experiment strategies}: the experiment of the paper of 1997 with daemons. */
@Command(
        name = "strategies",
        description = {
            "Run a merge sort on 1, 2, 4 and 8 real daemons with three strategies.",
            "Sorts 640,000 numbers on meshes of daemons on this machine, with the strategies of "
                    + "the 1997 paper, and prints speed-ups against one node. Tasks are slowed so "
                    + "that all nodes together use no more than this machine."
        },
        footer = {
            "  evenkeel lab experiment strategies",
            "  evenkeel lab experiment strategies --nodes 1,2,4,8,16,32 --write docs/experiments",
            "  evenkeel lab experiment strategies --delay 20ms --bandwidth 10M   # with slow links",
            "  evenkeel lab experiment strategies --nodes 1,2 --seconds 1 "
                    + "--repetitions 1 --json   # a trial",
            "docs/experiments/mgsort.md explains the results, simulated and measured."
        })
final class ExperimentStrategiesCommand extends OutputCommand {
    private static final String ENGINE = "--engine";
    private static final String NODES = "--nodes";
    private static final String POLICIES = "--policy";
    private static final int MAX_NODES = 64;

    @Mixin private final MeasureFlags flags = new MeasureFlags();

    @Option(
            names = ENGINE,
            paramLabel = "ENGINE",
            description = MachineEmulators.HELP + " (default: ${DEFAULT-VALUE}).")
    private String engine = MachineEmulators.PROCESSES;

    @Option(
            names = NODES,
            paramLabel = "A,B",
            description = "Numbers of nodes (default: ${DEFAULT-VALUE}).")
    private String nodes = "1,2,4,8";

    @Option(
            names = POLICIES,
            paramLabel = "A,B",
            description = "Policies with their options (default: ${DEFAULT-VALUE}).")
    private String policies = "hybrid,receiver-initiated,sender-initiated";

    @Override
    public Integer call() throws IOException, InterruptedException {
        try {
            measure(strategies(), flags.directory());
            return ExitCode.OK;
        } catch (FlagException e) {
            throw invalid(e);
        }
    }

    private Strategies strategies() {
        List<Integer> counts =
                FlagValues.distinct(NODES, FlagValues.list(NODES, nodes)).stream()
                        .map(text -> (int) FlagValues.count(NODES, text, MAX_NODES))
                        .sorted()
                        .toList();
        return new Strategies(
                MachineEmulators.named(ENGINE, engine, flags.links()),
                FlagValues.policies(POLICIES, policies),
                counts,
                flags.work(Workloads.SORT, 0, StrategiesReport.FULL_SECONDS),
                Math.min(1, flags.processors() / counts.getLast()));
    }

    private void measure(Strategies strategies, @Nullable Path directory)
            throws IOException, InterruptedException {
        Host host = Host.now();
        List<Strategies.Cell> cells;
        try (StatusLine status = output.status()) {
            cells = strategies.run(status::show);
        }
        StrategiesReport report =
                new StrategiesReport(
                        strategies,
                        cells,
                        new RunMetadata(
                                strategies.machineEmulator(),
                                strategies.measuredWork(),
                                strategies.nodeProcessors() * strategies.nodes().getLast(),
                                host,
                                BuildInfo.read().words(),
                                RunMetadata.today()));
        output.jsonWithNulls(report.json());
        report.head().forEach(output::line);
        output.line("");
        output.table(report.rows());
        if (directory != null) {
            String name =
                    "strategies-"
                            + strategies.machineEmulator().name()
                            + (flags.links().isNone() ? "" : "-far");
            Files.write(directory.resolve(name + ".md"), report.page(name + ".svg"));
            report.draw(directory.resolve(name + ".svg"));
        }
    }
}
