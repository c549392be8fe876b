package org.evenkeel.cli.text;

import java.io.Console;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.evenkeel.model.Printable;
import org.jspecify.annotations.Nullable;

/** Colours, where a user sees them: on a terminal and unless {@code NO_COLOR} is set. */
public enum TerminalColours {
    PLAIN,
    COLOURED;

    /** What {@link #bold} and the like add. */
    private static final Pattern CODES = Pattern.compile("\\033\\[(0|1|2|31|32)m");

    /**
     * Set by the launcher, which can tell each stream apart: the numbers of those on a terminal.
     */
    public static final String TERMINAL_PROPERTY = "evenkeel.terminal";

    /** What standard output deserves. */
    public static TerminalColours ofStandardOutput() {
        return choose(isTerminal(1), System::getenv);
    }

    static TerminalColours choose(boolean terminal, UnaryOperator<@Nullable String> environment) {
        String refused = environment.apply("NO_COLOR");
        boolean dumb = "dumb".equals(environment.apply("TERM"));
        return terminal && !dumb && (refused == null || refused.isEmpty()) ? COLOURED : PLAIN;
    }

    /** Whether stream 1 (output) or 2 (errors) is a terminal, as far as can be told. */
    @SuppressWarnings("SystemConsoleNull") // as of Java 25 it does return null again
    public static boolean isTerminal(int stream) {
        String streams = System.getProperty(TERMINAL_PROPERTY);
        if (streams != null) {
            return streams.indexOf('0' + stream) >= 0;
        }
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    /** For headings and results. */
    public String bold(String text) {
        return paint("1", text);
    }

    /** For what matters less. */
    public String faint(String text) {
        return paint("2", text);
    }

    /** For what is as it should be. */
    public String good(String text) {
        return paint("32", text);
    }

    /** For what is not. */
    public String bad(String text) {
        return paint("31", text);
    }

    /** The text with its lines and these colours; all else that a terminal obeys is escaped. */
    public String printable(String text) {
        if (this == PLAIN) {
            return Printable.lines(text);
        }
        StringBuilder printable = new StringBuilder();
        for (String part : CODES.splitWithDelimiters(text, 0)) {
            boolean code = CODES.matcher(part).matches();
            printable.append(code ? part : Printable.lines(part));
        }
        return printable.toString();
    }

    private String paint(String code, String text) {
        return this == PLAIN ? text : "\033[" + code + "m" + text + "\033[0m";
    }
}
