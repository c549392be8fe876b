package org.evenkeel.cli;

import picocli.CommandLine.Command;

/** A cluster of several machines: what is done once for all of it. */
@Command(
        name = "cluster",
        description = "Create a cluster that other machines can join.",
        subcommands = ClusterInitCommand.class,
        footer = {
            "",
            "A cluster on one machine does not need this: evenkeel up.",
            "",
            "Examples:",
            "  evenkeel cluster init        # make this machine the first of a cluster",
            "  evenkeel token create        # then print the command for the next machine"
        })
final class ClusterCommand extends GroupCommand {}
