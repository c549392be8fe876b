package org.evenkeel.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The manual page of a command: what its help says, in roff, the language of such pages. */
final class ManualPage {
    static final String EXAMPLES = "Examples:";

    private final CommandSpec spec;
    private final Help help;
    private final StringBuilder roff = new StringBuilder();

    private ManualPage(CommandSpec spec) {
        this.spec = spec;
        help = new Help(spec, Help.defaultColorScheme(Ansi.OFF));
    }

    /** The name of the file for a command's page, such as {@code evenkeel-token-create.1}. */
    static String file(CommandSpec spec) {
        return spec.qualifiedName("-") + ".1";
    }

    static String of(CommandSpec spec, BuildInfo build) {
        ManualPage page = new ManualPage(spec);
        page.write(build);
        return page.roff.toString();
    }

    private void write(BuildInfo build) {
        String name = spec.qualifiedName("-");
        line(
                ".TH %s 1 %s \"evenkeel %s\" \"Evenkeel Manual\""
                        .formatted(
                                escape(name.toUpperCase(Locale.ROOT)),
                                build.date(),
                                escape(build.version())));
        line(".nh"); // no hyphenation
        line(".ad l"); // and no wide gaps between words
        String[] description = spec.usageMessage().description();
        section("NAME", List.of(escape(name + " - " + description[0])));
        section("SYNOPSIS", List.of(synopsis()));
        section("DESCRIPTION", text(description));
        section("ARGUMENTS", entries(spec.positionalParameters(), this::label));
        section(
                "OPTIONS",
                entries(
                        spec.options().stream()
                                .sorted(Comparator.comparing(OptionSpec::longestName))
                                .toList(),
                        this::names));
        List<String> commands = new ArrayList<>();
        subcommands()
                .forEach(command ->
                        commands.addAll(
                                entry(
                                        bold(command.name()),
                                        command.usageMessage().description()[0])));
        section("COMMANDS", commands);
        List<String> codes = new ArrayList<>();
        spec.usageMessage()
                .exitCodeList()
                .forEach((code, meaning) -> codes.addAll(entry(bold(code), meaning)));
        section("EXIT STATUS", codes);
        footer(List.of(spec.usageMessage().footer()));
        section("SEE ALSO", List.of(pages()));
    }

    private String synopsis() {
        String name = spec.qualifiedName();
        String words = help.synopsis(0).strip().replaceAll("\\s+", " ");
        return bold(name) + escape(words.substring(name.length()));
    }

    private static <T extends ArgSpec> List<String> entries(
            List<T> arguments, Function<T, String> head) {
        return arguments.stream()
                .filter(argument -> !argument.hidden())
                .flatMap(argument -> entry(head.apply(argument), argument.description()).stream())
                .toList();
    }

    private static List<String> entry(String head, String... description) {
        List<String> lines = new ArrayList<>(List.of(".TP", head));
        lines.addAll(text(description));
        return lines;
    }

    private String names(OptionSpec option) {
        return Stream.of(option.names()).map(ManualPage::bold).collect(Collectors.joining(", "))
                + label(option);
    }

    private String label(ArgSpec argument) {
        return escape(
                help.parameterLabelRenderer()
                        .renderParameterLabel(argument, Ansi.OFF, List.of())
                        .toString());
    }

    private List<CommandSpec> subcommands() {
        return spec.subcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .filter(command -> !command.usageMessage().hidden())
                .toList();
    }

    /** Notes and examples keep their lines and columns. */
    private void footer(List<String> footer) {
        boolean onlyExamples = !spec.usageMessage().footerHeading().isEmpty();
        List<String> notes =
                onlyExamples
                        ? List.of()
                        : footer.stream().takeWhile(line -> !line.equals(EXAMPLES)).toList();
        preformatted("NOTES", notes);
        preformatted(
                "EXAMPLES", footer.stream().skip(onlyExamples ? 0 : notes.size() + 1).toList());
    }

    private void preformatted(String heading, List<String> lines) {
        List<String> text = text(lines.toArray(String[]::new));
        if (!text.isEmpty()) {
            section(heading, List.of(".nf"));
            text.forEach(this::line);
            line(".fi");
        }
    }

    /** Each page has some: at least that of its parent, or those of the commands. */
    private String pages() {
        return Stream.concat(Stream.ofNullable(spec.parent()), subcommands().stream())
                .map(command -> bold(command.qualifiedName("-")) + "(1)")
                .collect(Collectors.joining(",\n"));
    }

    private void section(String heading, List<String> lines) {
        if (!lines.isEmpty()) {
            line(".SH \"" + heading + "\"");
            lines.forEach(this::line);
        }
    }

    private void line(String line) {
        roff.append(line).append('\n');
    }

    private static String bold(String words) {
        return "\\fB" + escape(words) + "\\fR";
    }

    /**
     * Lines without those that are blank. A long list without blanks may break at its commas, and a
     * dot at the start of a line is no request.
     */
    private static List<String> text(String... lines) {
        return Stream.of(lines)
                .filter(line -> !line.isBlank())
                .map(line -> escape(line.replace("%%", "%")).replaceAll(",(?=\\S)", ",\\\\:"))
                .map(line -> line.startsWith(".") ? "\\&" + line : line)
                .toList();
    }

    /** Each character as an escape sequence where roff would take it for something else. */
    private static String escape(String words) {
        return words.codePoints().mapToObj(ManualPage::escape).collect(Collectors.joining());
    }

    private static String escape(int point) {
        return switch (point) {
            case '\\' -> "\\(rs";
            case '-' -> "\\-";
            case '"' -> "\\(dq";
            case '\'' -> "\\(aq";
            case '`' -> "\\(ga";
            case '^' -> "\\(ha";
            case '~' -> "\\(ti";
            default -> point < 0x7f ? Character.toString(point) : "\\[u%04X]".formatted(point);
        };
    }
}
