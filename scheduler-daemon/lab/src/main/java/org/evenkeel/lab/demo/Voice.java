package org.evenkeel.lab.demo;

import java.util.Map;
import org.evenkeel.cli.show.Paint;

/**
 * How the demo speaks: sentences for people, fields for programs.
 *
 * @param report everything that came out, for JSON
 */
record Voice(Demonstration.Teller teller, Map<String, Object> report, Paint paint) {

    void tell(String line) {
        teller.tell(line);
    }

    void report(String field, Object value) {
        report.put(field, value);
    }
}
