package org.evenkeel.cli;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;

/** The command line in this process, and what it printed. */
public final class Cli {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** Runs a command; its exit code. */
    public int run(String... words) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return Main.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(words);
    }

    public String out() {
        return out.toString();
    }

    public String err() {
        return err.toString();
    }

    public Map<String, Object> json() throws IOException {
        return JSON.std.mapFrom(out());
    }
}
