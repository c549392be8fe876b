package org.evenkeel.recorder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.evenkeel.model.Printable;
import org.evenkeel.recorder.read.NodeWatch;
import org.evenkeel.recorder.table.Row;

/** What a recorder tells while it runs: a line for each, or an object with {@code --json}. */
record RecorderEvents(Printer printer, InstantSource clock) {
    /** Prints a line, or the same as an object. */
    @FunctionalInterface
    interface Printer {
        void print(String line, Map<String, Object> fields) throws IOException;
    }

    void say(String what) {
        String time = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("time", time);
        fields.put("what", what);
        try {
            printer.print(time + " " + Printable.of(what), fields);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A gap, unless it says that nothing is missing. */
    void gap(Row gap) {
        if (!Long.valueOf(0).equals(gap.get("lost"))) {
            say("gap: " + gap.get("what"));
        }
    }

    /** That a node is missed is said with the gap. */
    void changed(NodeWatch.Change change) {
        long seconds = TimeUnit.MICROSECONDS.toSeconds(change.silentMicros());
        switch (change.state()) {
            case SILENT -> say("no answer from " + change.node() + " for " + seconds + " s");
            case ANSWERS -> say(change.node() + " answers again, after " + seconds + " s");
            case MISSED -> {
                // See gap.
            }
        }
    }
}
