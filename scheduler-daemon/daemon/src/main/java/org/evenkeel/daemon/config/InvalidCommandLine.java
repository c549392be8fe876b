package org.evenkeel.daemon.config;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.evenkeel.model.Printable;
import org.evenkeel.model.SpellingSuggestion;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What a command answers to a command line that it does not understand. */
public final class InvalidCommandLine {
    /**
     * Prints what is wrong, with the nearest known spelling of an unknown word, and how to see the
     * usage.
     *
     * @param program the first word of the message
     */
    public static void print(String program, ParameterException failure) {
        CommandLine command = failure.getCommandLine();
        PrintWriter err = command.getErr();
        err.println(program + ": " + Printable.lines(message(command, failure)));
        err.println(command.getCommandSpec().qualifiedName() + " --help shows the usage");
    }

    private static String message(CommandLine command, ParameterException failure) {
        List<String> unknown =
                switch (failure) {
                    case UnmatchedArgumentException unmatched -> unmatched.getUnmatched();
                    // What is missing may follow the unknown option.
                    case MissingParameterException _ -> command.getUnmatchedArguments();
                    default -> List.of();
                };
        String word = unknown.isEmpty() ? "" : unknown.getFirst();
        if (word.startsWith("-")) {
            String option = word.replaceFirst("=.*", "");
            return suggestion("option", option, SpellingSuggestion.to(option, options(command)));
        }
        return word.isEmpty() || command.getSubcommands().isEmpty()
                ? String.valueOf(failure.getMessage())
                : suggestion("command", word, nearestCommand(command, word));
    }

    /** The command of a group with just this name, else the one that is spelt most alike. */
    private static String nearestCommand(CommandLine command, String word) {
        Map<String, CommandLine> commands = command.getSubcommands();
        return commands.entrySet().stream()
                .filter(group -> group.getValue().getSubcommands().containsKey(word))
                .map(group -> group.getKey() + " " + word)
                .findFirst()
                .orElseGet(() -> SpellingSuggestion.to(word, List.copyOf(commands.keySet())));
    }

    private static List<String> options(CommandLine command) {
        return command.getCommandSpec().options().stream()
                .filter(option -> !option.hidden())
                .flatMap(option -> Stream.of(option.names()))
                .toList();
    }

    private static String suggestion(String kind, String word, String nearest) {
        return "unknown %s \"%s\"; did you mean \"%s\"?".formatted(kind, word, nearest);
    }
}
