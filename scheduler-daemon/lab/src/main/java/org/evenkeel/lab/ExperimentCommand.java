package org.evenkeel.lab;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Experiments: of papers, done again, and of our own. */
@Command(
        name = "experiment",
        description = "Do the experiments of papers again, and set the figures beside theirs.",
        subcommands = {
            ExperimentBusCommand.class,
            ExperimentOfficeCommand.class,
            ExperimentStrategiesCommand.class,
            ExperimentTable1Command.class
        },
        footer = {
            "",
            "Examples:",
            "  evenkeel experiment bus           two programs planned on 1 to 64 processors with one bus",
            "  evenkeel experiment office        machines that are there at night: planned, and simulated",
            "  evenkeel experiment strategies    a merge sort on 1 to 8 real daemons, three strategies",
            "  evenkeel experiment table1        14 queens on three clusters, simulated or by real daemons"
        })
final class ExperimentCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(),
                "which experiment? there are: " + String.join(", ", spec.subcommands().keySet()));
    }
}
