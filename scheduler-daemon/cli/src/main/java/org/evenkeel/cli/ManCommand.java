package org.evenkeel.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;

/** Writes manual pages. */
@Command(
        name = "man",
        description = "Write a manual page of each command.",
        footer = {"  evenkeel man ~/.local/share/man/man1    # then: man evenkeel-nodes"})
final class ManCommand extends BaseCommand {
    @Parameters(
            paramLabel = "DIR",
            description = "Directory for the files, created if it does not exist.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path directory;

    @Override
    public Integer call() throws IOException {
        Files.createDirectories(directory);
        List<CommandLine> commands = CommandTree.visible(spec.root().commandLine()).toList();
        for (CommandLine command : commands) {
            CommandSpec page = command.getCommandSpec();
            Files.writeString(
                    directory.resolve(ManualPage.file(page)),
                    ManualPage.of(page, BuildInfo.read()));
        }
        spec.commandLine().getOut().println(commands.size() + " manual pages are in " + directory);
        return ExitCode.OK;
    }
}
