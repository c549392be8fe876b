package org.evenkeel.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.evenkeel.cli.ExitCode;
import org.evenkeel.cli.OutputCommand;
import org.evenkeel.lab.plan.BusExperiment;
import org.evenkeel.lab.plan.MatrixFlags;
import org.evenkeel.lab.plan.plot.SpeedUpPicture;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code evenkeel lab experiment bus}: the figure of the paper on bus scheduling. */
@Command(
        name = "bus",
        description = {
            "Plan two matrix programs on 1 to 64 processors that share one bus.",
            "The programs are Gauss-Jordan elimination and LU decomposition, "
                    + "planned with and without broadcasts. The results are compared with "
                    + "the figures of the 1999 paper."
        },
        footer = {
            "  evenkeel lab experiment bus",
            "  evenkeel lab experiment bus --plot bus.svg",
            "  evenkeel lab experiment bus --n 5000 --block 100 --processors 32 --json",
            "docs/experiments/bus.md explains the results."
        })
final class ExperimentBusCommand extends OutputCommand {
    private static final int MAX_PROCESSORS = 1_000;

    @Mixin private final MatrixFlags matrix = new MatrixFlags();

    @Option(
            names = "--processors",
            paramLabel = "P",
            description = "Maximum number of processors (default 64).")
    private int processors = 64;

    @Option(
            names = "--plot",
            paramLabel = "FILE",
            description = "Plot the speed-ups to FILE.svg or FILE.png.")
    private @Nullable Path plot;

    @Override
    public Integer call() throws IOException {
        requireRange("--processors", processors, 1, MAX_PROCESSORS);
        if (plot != null && !plot.toString().toLowerCase(Locale.ROOT).matches(".*\\.(svg|png)")) {
            throw invalid("--plot: " + plot + " must end in .svg or .png");
        }
        BusExperiment experiment;
        try {
            experiment = new BusExperiment(matrix, processors);
        } catch (IllegalArgumentException e) {
            throw invalid(e);
        }
        output.json(experiment.json());
        output.table(experiment.facts());
        output.line("");
        output.table(experiment.speedUps());
        if (plot != null) {
            SpeedUpPicture.write(plot, experiment);
        }
        return ExitCode.OK;
    }
}
