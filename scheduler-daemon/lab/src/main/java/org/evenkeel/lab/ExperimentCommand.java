package org.evenkeel.lab;

import org.evenkeel.cli.GroupCommand;
import picocli.CommandLine.Command;

/** Experiments: of papers, done again, and of our own. */
@Command(
        name = "experiment",
        description = "Repeat the experiments of papers, and compare the figures.",
        subcommands = {
            ExperimentBusCommand.class,
            ExperimentOfficeCommand.class,
            ExperimentStrategiesCommand.class,
            ExperimentTable1Command.class
        },
        footer = {
            "  evenkeel lab experiment bus         # two programs planned on 1 to 64 "
                    + "processors with one bus",
            "  evenkeel lab experiment office      # office machines at night, planned "
                    + "and simulated",
            "  evenkeel lab experiment strategies  # a merge sort on 1 to 8 real "
                    + "daemons, three strategies",
            "  evenkeel lab experiment table1      # 14 queens on three clusters, "
                    + "simulated or by real daemons"
        })
final class ExperimentCommand extends GroupCommand {}
