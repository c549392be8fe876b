package org.evenkeel.cli;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.PrintWriter;
import org.evenkeel.cli.query.MissingAnswers;
import org.evenkeel.cli.text.StatusLine;
import org.evenkeel.cli.text.TerminalColours;
import org.evenkeel.cli.text.TextTable;
import org.evenkeel.model.Printable;
import org.evenkeel.wire.proto.Answers;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where a command prints: human-readable lines, or one JSON object with {@code --json}. */
public final class Output {
    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(names = "--json", description = "Print JSON instead of text.")
    private boolean json;

    /** Whether JSON was asked for. */
    public boolean isJson() {
        return json;
    }

    /** Prints a line, or several, unless JSON was asked for: printable text and colours. */
    public void line(String text) {
        if (!json) {
            print(terminalColours().printable(text));
        }
    }

    /** Prints a line with all its characters, those that a terminal obeys too; no JSON. */
    void raw(String text) {
        if (!json) {
            print(text);
        }
    }

    /** Prints a table unless JSON was asked for. */
    public void table(TextTable table) {
        if (!json) {
            table.lines(terminalColours()).forEach(this::line);
        }
    }

    /** Prints a table, or this line if nothing is in it, unless JSON was asked for. */
    public void table(TextTable table, String ifEmpty) {
        if (table.isEmpty()) {
            line(ifEmpty);
        } else {
            table(table);
        }
    }

    /** Prints a value if JSON was asked for; what a terminal would obey is an escape in it. */
    public void json(Object value) throws IOException {
        if (json) {
            print(Printable.of(JSON.std.asString(value)));
        }
    }

    /** The same, with the keys whose values are null. */
    public void jsonWithNulls(Object value) throws IOException {
        if (json) {
            JSON withNulls = JSON.std.with(JSON.Feature.WRITE_NULL_PROPERTIES);
            print(Printable.of(withNulls.asString(value)));
        }
    }

    /** Prints a human-readable line, or several, on standard error; printable text alone. */
    public void aside(String text) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(Printable.lines(text));
        err.flush();
    }

    /** Prints on standard error which nodes did not answer, with the reasons that are known. */
    public void silent(Answers answers) {
        MissingAnswers.lines(answers).forEach(line -> aside(Printable.of(line)));
    }

    /** A line on standard error for what is in progress. */
    public StatusLine status() {
        return new StatusLine(spec.commandLine().getErr(), TerminalColours.isTerminal(2));
    }

    public TerminalColours terminalColours() {
        return TerminalColours.ofStandardOutput();
    }

    private void print(String text) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(text);
        out.flush();
    }
}
