package org.evenkeel.cli;

import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The commands below {@code evenkeel}. */
final class CommandTree {
    /**
     * The command that words such as {@code token create} name; {@code evenkeel} without words.
     *
     * @param spec any command of the tree
     * @throws UnmatchedArgumentException naming the first unknown word
     */
    static CommandLine find(CommandSpec spec, List<String> words) {
        CommandLine found = spec.root().commandLine();
        for (String word : words) {
            CommandLine next = found.getSubcommands().get(word);
            if (next == null) {
                throw new UnmatchedArgumentException(found, List.of(word));
            }
            found = next;
        }
        return found;
    }

    /** A command and all below it that help shows. */
    static Stream<CommandLine> visible(CommandLine command) {
        return Stream.concat(
                Stream.of(command),
                command.getSubcommands().values().stream()
                        .filter(line -> !line.getCommandSpec().usageMessage().hidden())
                        .flatMap(CommandTree::visible));
    }
}
