package org.evenkeel.lab;

import java.io.IOException;
import org.evenkeel.cli.ExitCode;
import org.evenkeel.cli.OutputCommand;
import org.evenkeel.lab.office.DesktopGridExperiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code evenkeel lab experiment office}: machines that compute at night, planned and simulated.
 */
@Command(
        name = "office",
        description = {
            "Plan a batch of tasks on office machines, and simulate the week.",
            "The machines are available at night and on weekends. The result shows "
                    + "when the batch ends with the planning policy, and without, and what "
                    + "becomes of tasks that run when a machine closes. The last two rows are "
                    + "the same work in tasks of 12 hours."
        },
        footer = {
            "  evenkeel lab experiment office",
            "  evenkeel lab experiment office --tasks 3000 --json",
            "docs/experiments/office.md explains the results."
        })
final class ExperimentOfficeCommand extends OutputCommand {
    private static final int MAX_TASKS = 30_000;

    @Option(
            names = "--tasks",
            paramLabel = "W",
            description = "Number of tasks submitted at the start (default 8000).")
    private int tasks = 8000;

    @Option(names = "--seed", description = "Random seed (default 1).")
    private long seed = 1;

    @Override
    public Integer call() throws IOException {
        requireRange("--tasks", tasks, 1, MAX_TASKS);
        DesktopGridExperiment experiment =
                new DesktopGridExperiment(tasks, DesktopGridExperiment.services(), seed)
                        .withLongTasks(seed);
        output.json(experiment.json());
        output.line(experiment.planLine());
        output.line("");
        output.table(experiment.table());
        return ExitCode.OK;
    }
}
