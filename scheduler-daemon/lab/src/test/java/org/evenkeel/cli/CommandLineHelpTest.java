package org.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.evenkeel.daemon.DaemonMain;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The same help, and the same answer to misspelt words, for every command. */
class CommandLineHelpTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine evenkeel =
            Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

    @ParameterizedTest
    @MethodSource("commands")
    void bothWaysToAskForHelpPrintTheSameUsage(String command) {
        assertThat(run(words(command, "--help"))).isZero();
        String usage = out.toString();
        assertThat(usage).startsWith(("Usage: evenkeel " + command).strip() + " [");
        assertThat(run(Stream.concat(Stream.of("help"), words(command)))).isZero();
        assertThat(out.toString()).isEqualTo(usage);
    }

    /** So that a whole line can be pasted into a shell. */
    @ParameterizedTest
    @MethodSource("commands")
    void commentsOfExamplesAreCommentsOfTheShell(String command) {
        assertThat(run(words(command, "--help"))).isZero();
        List<String> lines = out.toString().lines().toList();
        int first = lines.indexOf("Examples:");
        List<String> examples =
                lines.subList(Math.max(first, 0), lines.size()).stream()
                        .takeWhile(line -> first >= 0 && !line.isEmpty())
                        .filter(line -> line.matches(" {2}(ssh|evenkeel) .*| {6,}--.*"))
                        .toList();
        assertThat(examples).noneMatch(line -> line.strip().matches(".*[^ ] {2,}[^# ].*"));
    }

    @Test
    void daemonItselfPrintsTheSameUsage() {
        assertThat(run(words("daemon", "--help"))).isZero();
        ByteArrayOutputStream usage = new ByteArrayOutputStream();
        assertThat(DaemonMain.run(new String[] {"--help"}, new PrintStream(usage), System.err))
                .isZero();
        assertThat(usage.toString(StandardCharsets.UTF_8)).isEqualTo(out.toString());
    }

    @ParameterizedTest
    @MethodSource("commands")
    void misspeltOptionIsAnsweredWithTheNearestOne(String command) {
        String help = ("evenkeel " + command).strip() + " --help shows the usage";
        for (OptionSpec option : find(command).getCommandSpec().options()) {
            String name = option.longestName();
            String misspelt = name.replaceFirst("^-+", "$0x");
            assertThat(run(words(command, misspelt + "=1"))).as(name).isEqualTo(ExitCode.USAGE);
            assertThat(err.toString().lines())
                    .containsExactly(
                            "evenkeel: unknown option \"%s\"; did you mean \"%s\"?"
                                    .formatted(misspelt, name),
                            help);
        }
    }

    @ParameterizedTest
    @MethodSource("groups")
    void misspeltCommandIsAnsweredWithTheNearestOne(String group) {
        String help = ("evenkeel " + group).strip() + " --help shows the usage";
        for (String command : find(group).getSubcommands().keySet()) {
            String misspelt = "x" + command;
            for (String way : List.of("", "help ")) {
                assertThat(run(words(way + group, misspelt)))
                        .as(misspelt)
                        .isEqualTo(ExitCode.USAGE);
                assertThat(err.toString().lines())
                        .containsExactly(
                                "evenkeel: unknown command \"%s\"; did you mean \"%s\"?"
                                        .formatted(misspelt, command),
                                help);
            }
        }
    }

    @Test
    void daemonItselfAnswersMisspeltOptionsInTheSameWay() {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        String[] flags = {"--wrkers", "1"};
        assertThat(DaemonMain.run(flags, System.out, new PrintStream(answer)))
                .isEqualTo(DaemonMain.USAGE);
        assertThat(answer.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "evenkeel daemon: unknown option \"--wrkers\"; did you mean \"--workers\"?",
                        "evenkeel daemon --help shows the usage");
    }

    private CommandLine find(String command) {
        return CommandTree.find(evenkeel.getCommandSpec(), words(command).toList());
    }

    /** All commands, and evenkeel itself, which is the empty text. */
    private static List<String> commands() {
        return names(CommandTree.visible(Main.commandLine()));
    }

    private static List<String> groups() {
        return names(
                CommandTree.visible(Main.commandLine())
                        .filter(line -> !line.getSubcommands().isEmpty()));
    }

    private static List<String> names(Stream<CommandLine> lines) {
        List<String> names = new ArrayList<>();
        lines.forEach(line ->
                names.add(
                        line.getCommandSpec()
                                .qualifiedName()
                                .substring("evenkeel".length())
                                .strip()));
        return names;
    }

    private static Stream<String> words(String command, String... more) {
        return Stream.concat(Stream.of(command.split(" ")), Stream.of(more))
                .filter(word -> !word.isEmpty());
    }

    private int run(Stream<String> words) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return evenkeel.execute(words.toArray(String[]::new));
    }
}
