package org.evenkeel.recorder.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.evenkeel.recorder.report.RecordedJob.Slot;
import org.evenkeel.recorder.report.RunColumns.Bar;

/**
 * A job in the trace event format that ui.perfetto.dev and chrome://tracing show: a process for
 * each machine, a thread for each of its slots, an arrow for each move.
 */
final class PerfettoTrace {

    private final RecordedJob job;
    private final JsonGenerator json;
    private final List<String> machines;

    private PerfettoTrace(RecordedJob job, JsonGenerator json) {
        this.job = job;
        this.json = json;
        this.machines = job.slots().stream().map(Slot::machine).distinct().toList();
    }

    /** Writes it; the stream stays open. */
    static void write(RecordedJob job, List<Move> moves, OutputStream out) throws IOException {
        JsonFactory factory = new JsonFactory().disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        try (JsonGenerator json = factory.createGenerator(out)) {
            new PerfettoTrace(job, json).write(moves);
        }
    }

    private void write(List<Move> moves) throws IOException {
        json.writeStartObject();
        json.writeStringField("displayTimeUnit", "ms");
        json.writeArrayFieldStart("traceEvents");
        for (int i = 0; i < machines.size(); i++) {
            name("process_name", i + 1, 0, machines.get(i));
        }
        for (Slot slot : job.slots()) {
            name("thread_name", process(slot), thread(slot), "slot " + slot.number());
        }
        for (Bar run : job.runs()) {
            span(run);
        }
        int number = 0;
        for (Move move : moves) {
            number++;
            arrow(number, "s", move.from(), move.from().end());
            arrow(number, "f", move.to(), move.to().begin());
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private int process(Slot slot) {
        return machines.indexOf(slot.machine()) + 1;
    }

    private static int thread(Slot slot) {
        return slot.number() + 1;
    }

    private void begin(String phase, int process, int thread) throws IOException {
        json.writeStartObject();
        json.writeStringField("ph", phase);
        json.writeNumberField("pid", process);
        json.writeNumberField("tid", thread);
    }

    private void name(String what, int process, int thread, String name) throws IOException {
        begin("M", process, thread);
        json.writeStringField("name", what);
        json.writeObjectFieldStart("args");
        json.writeStringField("name", name);
        json.writeEndObject();
        json.writeEndObject();
    }

    private void span(Bar run) throws IOException {
        Slot slot = job.slots().get(run.row());
        begin("X", process(slot), thread(slot));
        json.writeStringField("name", job.kinds().get(run.kind()));
        json.writeStringField("cat", "run");
        json.writeNumberField("ts", run.begin());
        json.writeNumberField("dur", run.length());
        json.writeObjectFieldStart("args");
        json.writeStringField("task", job.tasks().get(run.task()).id());
        json.writeStringField("ended", run.ended().name());
        json.writeEndObject();
        json.writeEndObject();
    }

    private void arrow(int number, String phase, Bar run, long at) throws IOException {
        Slot slot = job.slots().get(run.row());
        begin(phase, process(slot), thread(slot));
        json.writeStringField("name", "move");
        json.writeStringField("cat", "move");
        json.writeNumberField("id", number);
        if (phase.equals("f")) {
            json.writeStringField("bp", "e");
        }
        json.writeNumberField("ts", at);
        json.writeEndObject();
    }
}
