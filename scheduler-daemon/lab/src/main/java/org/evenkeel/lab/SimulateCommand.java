package org.evenkeel.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.evenkeel.cli.CommandFailure;
import org.evenkeel.cli.ExitCode;
import org.evenkeel.cli.OutputCommand;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.cli.text.StatusLine;
import org.evenkeel.lab.simulate.ClusterFlags;
import org.evenkeel.lab.simulate.Experiment;
import org.evenkeel.lab.simulate.FlagException;
import org.evenkeel.lab.simulate.PlotFlags;
import org.evenkeel.lab.simulate.ResultJson;
import org.evenkeel.lab.simulate.ResultTables;
import org.evenkeel.lab.simulate.RunFailure;
import org.evenkeel.lab.simulate.RunFlags;
import org.evenkeel.lab.simulate.ScenarioRuns;
import org.evenkeel.lab.simulate.WorkFlags;
import org.evenkeel.lab.simulate.plot.Picture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code evenkeel lab simulate}: whole clusters of the same code under virtual time. */
@Command(
        name = "simulate",
        description = {
            "Simulate clusters: compare policies on chosen tasks and machines.",
            "The daemons' own code decides, in virtual time; equal seeds give equal results."
        },
        footer = {
            "  evenkeel lab simulate                               # the policies on a "
                    + "mesh of 16 nodes",
            "  evenkeel lab simulate --policy 'hybrid(relay=on),none' --compare --seeds 30",
            "  evenkeel lab simulate --load 0.3,0.5,0.7,0.9 --plot load.svg",
            "  evenkeel lab simulate --topology torus --nodes 100 --speeds 1,0.5 "
                    + "--arrivals 'hot(nodes=3)'",
            "  evenkeel lab simulate --service 'pareto(1,shape=1.5)' --latency 'exponential(50ms)'",
            "  evenkeel lab simulate --job mgsort --load-model queue-stack --nodes 1,2,4,8,16,32",
            "  evenkeel lab simulate --faults crash=2,kill=5 --check",
            "  evenkeel lab simulate --replay recordings/ --policy hybrid --nodes 8",
            "docs/simulation.md describes the model and each figure."
        })
final class SimulateCommand extends OutputCommand {
    @Mixin private final ClusterFlags cluster = new ClusterFlags();
    @Mixin private final WorkFlags work = new WorkFlags();
    @Mixin private final RunFlags runs = new RunFlags();

    @Mixin private final PlotFlags plots = new PlotFlags();

    @Option(
            names = "--compare",
            description =
                    "Also show how each policy differs from the first with the same seeds, "
                            + "with 95 %% confidence intervals.")
    private boolean compare;

    @Override
    public Integer call() throws IOException, InterruptedException, CommandFailure {
        Experiment experiment;
        int threads;
        List<Path> pictures;
        try {
            experiment = Experiment.of(cluster, work, runs);
            threads = runs.threads();
            pictures = plots.files();
        } catch (FlagException e) {
            throw invalid(e);
        }
        experiment.notes().forEach(output::aside);
        long startNanos = System.nanoTime();
        List<ScenarioRuns.Result> results = run(experiment, threads);
        print(experiment, results, (System.nanoTime() - startNanos) / 1e9);
        for (Path picture : pictures) {
            Picture.write(picture, results);
        }
        return ExitCode.OK;
    }

    private List<ScenarioRuns.Result> run(Experiment experiment, int threads)
            throws InterruptedException, CommandFailure {
        try (StatusLine status = output.status()) {
            return new ScenarioRuns(experiment)
                    .run(
                            threads,
                            part -> status.show("   simulating: " + NumberFormatter.share(part)));
        } catch (RunFailure e) {
            e.story().forEach(output::aside);
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        }
    }

    private void print(Experiment experiment, List<ScenarioRuns.Result> results, double seconds)
            throws IOException {
        output.json(ResultJson.of(experiment, results, compare));
        ResultTables tables = new ResultTables(results);
        output.line(experiment.title());
        output.line("");
        output.table(tables.times());
        output.line("");
        output.table(tables.messages());
        if (compare) {
            output.line("");
            output.table(tables.differences());
        }
        output.line("");
        if (experiment.recording() != null) {
            output.line(
                    "recorded makespan: %.3f s; the table shows what the simulator predicts"
                            .formatted(experiment.recording().makespanSeconds()));
        }
        long events = results.stream().mapToLong(result -> result.summary().events()).sum();
        output.line(
                "%s events in %s: %s events per second"
                        .formatted(
                                NumberFormatter.count(events),
                                NumberFormatter.seconds(seconds),
                                NumberFormatter.count((long) (events / Math.max(seconds, 1e-9)))));
    }
}
