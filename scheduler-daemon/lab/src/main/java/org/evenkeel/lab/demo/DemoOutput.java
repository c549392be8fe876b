package org.evenkeel.lab.demo;

import java.util.Map;
import org.evenkeel.cli.text.TerminalColours;

/**
 * How the demo speaks: sentences for readers, fields for programs.
 *
 * @param report everything that came out, for JSON
 */
record DemoOutput(
        Demonstration.Teller teller, Map<String, Object> report, TerminalColours terminalColours) {

    void print(String line) {
        teller.print(line);
    }

    void report(String field, Object value) {
        report.put(field, value);
    }
}
