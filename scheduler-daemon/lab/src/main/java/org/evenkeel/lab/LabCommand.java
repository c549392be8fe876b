package org.evenkeel.lab;

import org.evenkeel.cli.GroupCommand;
import org.evenkeel.cli.PhasesCommand;
import picocli.CommandLine.Command;

/** Groups what plans, simulates and measures. */
@Command(
        name = "lab",
        description = "Simulate, plan and measure: policies, clusters, experiments of papers.",
        subcommands = {
            SimulateCommand.class,
            PlanCommand.class,
            PhasesCommand.class,
            BenchCommand.class,
            ExperimentCommand.class,
            SwarmCommand.class,
            ReplayCommand.class
        },
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "\"evenkeel simulate\" means \"evenkeel lab simulate\", and so on.",
            "",
            "Examples:",
            "  evenkeel lab simulate --policy 'hybrid(relay=on),none'",
            "  evenkeel lab plan graph steps.dot --processors 4"
        })
final class LabCommand extends GroupCommand {}
