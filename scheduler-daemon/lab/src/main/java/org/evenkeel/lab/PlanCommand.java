package org.evenkeel.lab;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Plans that are made before anything is submitted. */
@Command(
        name = "plan",
        description =
                "Tell when work would be done, and who would do what, before it is submitted.",
        subcommands = {PlanCalendarCommand.class, PlanGraphCommand.class, PlanQuotasCommand.class},
        footer = {
            "",
            "Examples:",
            "  evenkeel plan calendar lab.json --tasks 5000     clusters that are there at night",
            "  evenkeel plan graph steps.dot --processors 4     tasks that wait for each other",
            "  evenkeel plan quotas --st 6,0,0 --et 4,0,3       what a scheduling phase would move",
            "docs/planning.md tells what the files look like, and how to read the answers."
        })
final class PlanCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "calendar, graph or quotas?");
    }
}
