package org.evenkeel.daemon.cli;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;

/** The command line in this process, and what it printed. */
final class Cli {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** Runs a command; its exit code. */
    int run(String... words) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return Main.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(words);
    }

    String out() {
        return out.toString();
    }

    String err() {
        return err.toString();
    }

    Map<String, Object> json() throws IOException {
        return JSON.std.mapFrom(out());
    }
}
