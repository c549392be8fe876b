package org.evenkeel.lab.demo;

import java.util.Map;
import java.util.function.Consumer;
import org.evenkeel.cli.text.TerminalColours;

/**
 * How the demo speaks: sentences for readers, fields for programs.
 *
 * @param report everything that came out, for JSON
 */
record DemoOutput(
        Consumer<String> teller, Map<String, Object> report, TerminalColours terminalColours) {

    void print(String line) {
        teller.accept(line);
    }

    void report(String field, Object value) {
        report.put(field, value);
    }
}
