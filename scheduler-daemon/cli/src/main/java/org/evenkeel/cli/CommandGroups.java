package org.evenkeel.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The list of commands in {@code evenkeel --help}: by what they are for. */
final class CommandGroups {
    private static final Map<String, List<String>> GROUPS = new LinkedHashMap<>();

    static {
        GROUPS.put("Clusters", List.of("demo", "up", "down", "pause", "drain", "daemon"));
        GROUPS.put("Programs", List.of("run", "jobs", "attach", "tasks"));
        GROUPS.put("Inspection", List.of("nodes", "top", "dashboard", "logs", "explain"));
        GROUPS.put("Several machines and security", List.of("cluster", "token", "join", "cert"));
        GROUPS.put("Research", List.of("lab"));
    }

    /** Commands that are needed now and then; the list has them at its end. */
    private static final List<String> MORE =
            List.of(
                    "failures",
                    "why-idle",
                    "stack",
                    "profile",
                    "report",
                    "trace",
                    "recorder",
                    "query",
                    "what-if",
                    "metrics",
                    "migrations",
                    "doctor",
                    "resume",
                    "agent",
                    "quotas",
                    "audit",
                    "journal",
                    "completion",
                    "man",
                    "version",
                    "help");

    private static final int INDENT = 2;

    private static final String[] FOOTER = {"", "evenkeel help COMMAND shows its usage."};

    /** Has the help of {@code evenkeel} list commands by group. */
    static void install(CommandLine evenkeel) {
        evenkeel.getHelpSectionMap()
                .put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, _ -> "");
        evenkeel.getHelpSectionMap()
                .put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, CommandGroups::list);
        evenkeel.getCommandSpec().usageMessage().footer(FOOTER);
    }

    /** The commands of the groups, without those that are needed now and then. */
    static List<String> shown() {
        List<String> shown = new ArrayList<>();
        GROUPS.values().forEach(shown::addAll);
        return shown;
    }

    private static String list(Help help) {
        StringBuilder text = new StringBuilder();
        GROUPS.forEach((group, commands) -> {
            TextTable table = table(help);
            for (String command : commands) {
                add(table, help, command, description(help, command));
            }
            text.append("%n%s:%n".formatted(group)).append(table);
        });
        TextTable more = table(help);
        for (String command : MORE) {
            add(more, help, command, brief(description(help, command)));
        }
        return text.append("%nMore:%n".formatted()).append(more).toString();
    }

    private static TextTable table(Help help) {
        int names =
                Stream.concat(shown().stream(), MORE.stream())
                                .mapToInt(String::length)
                                .max()
                                .orElse(0)
                        + 2 * INDENT;
        int width = help.commandSpec().usageMessage().width();
        return TextTable.forColumns(
                help.colorScheme(),
                new Column(names, INDENT, Column.Overflow.SPAN),
                new Column(width - names, 0, Column.Overflow.WRAP));
    }

    private static void add(TextTable table, Help help, String command, String description) {
        Text name = help.colorScheme().commandText(command);
        table.addRowValues(name, help.colorScheme().ansi().text(description));
    }

    /** Without what follows a colon. */
    private static String brief(String description) {
        int colon = description.indexOf(": ");
        return colon < 0 ? description : description.substring(0, colon) + ".";
    }

    /** The first sentence of a command's description. */
    private static String description(Help help, String command) {
        CommandLine subcommand = help.commandSpec().subcommands().get(command);
        if (subcommand == null) {
            throw new IllegalStateException("unknown command " + command);
        }
        return subcommand.getCommandSpec().usageMessage().description()[0];
    }
}
