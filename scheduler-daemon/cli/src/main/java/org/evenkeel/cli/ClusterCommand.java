package org.evenkeel.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A cluster of several machines: what is done once for all of it. */
@Command(
        name = "cluster",
        description = "Make a cluster that other machines can join.",
        subcommands = ClusterInitCommand.class,
        footer = {
            "",
            "A cluster on one machine needs none of this: evenkeel up.",
            "",
            "Examples:",
            "  evenkeel cluster init          make this machine the first of a cluster",
            "  evenkeel token create          then: what the next machine needs to join"
        })
final class ClusterCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "init?");
    }
}
