package org.evenkeel.cli.text;

import java.io.PrintWriter;
import org.evenkeel.model.Printable;

/**
 * Tells what is in progress: one line that changes on a terminal, a line for each change elsewhere.
 */
public final class StatusLine implements AutoCloseable {
    private static final String WIPE = "\r\033[K";

    private final PrintWriter out;
    private final boolean terminal;
    private String shown = "";

    public StatusLine(PrintWriter out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** Shows this from now on, printable. */
    public void show(String text) {
        if (text.equals(shown)) {
            return;
        }
        shown = text;
        String printable = Printable.of(text);
        if (terminal) {
            out.print(WIPE + printable);
        } else {
            out.println(printable);
        }
        out.flush();
    }

    /** Wipes the line. */
    @Override
    public void close() {
        if (terminal && !shown.isEmpty()) {
            out.print(WIPE);
            out.flush();
        }
    }
}
