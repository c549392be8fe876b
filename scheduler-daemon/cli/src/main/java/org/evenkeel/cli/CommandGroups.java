package org.evenkeel.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
        GROUPS.put("Inspection", List.of("nodes", "top", "logs", "explain"));
        GROUPS.put(
                "Several machines and security",
                List.of("cluster", "token", "join", "cert", "audit"));
        GROUPS.put("Research", List.of("lab"));
    }

    private static final int INDENT = 2;

    private static final String[] FOOTER = {
        "",
        "evenkeel help COMMAND shows the usage of a command, evenkeel version prints versions,",
        "evenkeel failures counts the failed tasks of a job by their causes,",
        "evenkeel why-idle shows why a node does not run what waits,",
        "evenkeel stack shows what the threads of a running task are doing,",
        "evenkeel profile draws where a job spends processor time,",
        "evenkeel migrations lists the moves of running tasks,",
        "evenkeel quotas shows what each submitter has and may have,",
        "evenkeel metrics prints the metrics of all nodes for Prometheus,",
        "evenkeel dashboard shows the cluster in a browser, evenkeel report makes a page of a job,",
        "evenkeel trace writes the runs of a job for Perfetto,",
        "evenkeel recorder keeps what the cluster does, evenkeel query asks it in SQL,",
        "evenkeel what-if forecasts when jobs end, and what changes would change,",
        "evenkeel doctor checks this machine and its cluster, and says what to do,",
        "evenkeel agent tells a workstation's daemon when its owner is active,",
        "evenkeel resume ends a pause, evenkeel journal reads the journal of a stopped node,",
        "evenkeel completion prints a script for your shell, evenkeel man writes manual pages."
    };

    private CommandGroups() {}

    /** Has the help of {@code evenkeel} list commands by group. */
    static void install(CommandLine evenkeel) {
        evenkeel.getHelpSectionMap()
                .put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, _ -> "");
        evenkeel.getHelpSectionMap()
                .put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, CommandGroups::list);
        evenkeel.getCommandSpec().usageMessage().footer(FOOTER);
    }

    /** All commands that the list shows. */
    static List<String> shown() {
        List<String> shown = new ArrayList<>();
        GROUPS.values().forEach(shown::addAll);
        return shown;
    }

    private static String list(Help help) {
        int names = shown().stream().mapToInt(String::length).max().orElse(0) + 2 * INDENT;
        int width = help.commandSpec().usageMessage().width();
        StringBuilder text = new StringBuilder();
        GROUPS.forEach((group, commands) -> {
            TextTable table =
                    TextTable.forColumns(
                            help.colorScheme(),
                            new Column(names, INDENT, Column.Overflow.SPAN),
                            new Column(width - names, 0, Column.Overflow.WRAP));
            for (String command : commands) {
                Text name = help.colorScheme().commandText(command);
                table.addRowValues(
                        name, help.colorScheme().ansi().text(description(help, command)));
            }
            text.append("%n%s:%n".formatted(group)).append(table);
        });
        return text.toString();
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
