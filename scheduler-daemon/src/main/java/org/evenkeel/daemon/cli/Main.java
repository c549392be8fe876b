package org.evenkeel.daemon.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command {@code evenkeel}; what it does is in its subcommands. */
@Command(
        name = "evenkeel",
        description = "Keeps parallel Java programs evenly spread over machines.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionCommand.class,
        subcommands = {VersionCommand.class, CommandLine.HelpCommand.class},
        synopsisSubcommandLabel = "COMMAND")
public final class Main {
    private Main() {}

    /** Runs one command and ends the JVM with its exit code. */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main());
    }
}
