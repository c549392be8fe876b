package org.evenkeel.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints what {@code --help} of a command prints. */
@Command(
        name = "help",
        description = "Show the usage of a command.",
        footer = {
            "  evenkeel help",
            "  evenkeel help up               # the same as evenkeel up --help",
            "  evenkeel help token create"
        })
final class HelpCommand extends BaseCommand {
    @Parameters(
            arity = "0..*",
            paramLabel = "COMMAND",
            description = "The command, such as up or token create (default: evenkeel itself).")
    private List<String> words = new ArrayList<>();

    @Override
    public Integer call() {
        CommandLine command = CommandTree.find(spec, words);
        command.usage(command.getOut());
        return ExitCode.OK;
    }
}
