package org.evenkeel.lab;

import org.evenkeel.cli.GroupCommand;
import picocli.CommandLine.Command;

/** Plans that are made before anything is submitted. */
@Command(
        name = "plan",
        description = "Plan when work would be done, and by which node, before it is submitted.",
        subcommands = {PlanCalendarCommand.class, PlanGraphCommand.class, PlanQuotasCommand.class},
        footer = {
            "  evenkeel lab plan calendar lab.json --tasks 5000   # clusters available at night",
            "  evenkeel lab plan graph steps.dot --processors 4   # tasks that depend "
                    + "on each other",
            "  evenkeel lab plan quotas --st 6,0,0 --et 4,0,3     # what a scheduling "
                    + "phase would move",
            "docs/planning.md describes the input files and the output."
        })
final class PlanCommand extends GroupCommand {}
