package org.evenkeel.lab.plan;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.TreeMap;
import org.evenkeel.graphs.Schedule;
import org.evenkeel.graphs.ScheduleGraph;

/**
 * A schedule in the trace event format that chrome://tracing and ui.perfetto.dev show: a thread for
 * each processor and one, 0, for the bus. A unit of time is a second there.
 */
public record ChromeTrace(ScheduleGraph graph, JsonGenerator json) {
    private static final double MICROS = 1e6;

    /** Writes a trace. */
    public static void write(Schedule schedule, OutputStream out) throws IOException {
        try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
            new ChromeTrace(schedule.graph(), json).write(schedule);
        }
    }

    private void write(Schedule schedule) throws IOException {
        json.writeStartObject();
        json.writeStringField("displayTimeUnit", "ms");
        json.writeArrayFieldStart("traceEvents");
        Map<Integer, String> threads = new TreeMap<>(Map.of(0, "bus"));
        for (Schedule.Placed placed : schedule.placed()) {
            threads.putIfAbsent(placed.processor(), "processor " + placed.processor());
        }
        for (Map.Entry<Integer, String> thread : threads.entrySet()) {
            name(thread.getKey(), thread.getValue());
        }
        for (Schedule.Placed placed : schedule.placed()) {
            String name = graph.name(placed.task());
            span(name, "task", placed.processor(), placed.start(), placed.finish());
        }
        for (Schedule.Message message : schedule.messages()) {
            String kind = message.isBroadcast() ? "broadcast" : "message";
            String name = PlanGraphReport.name(graph, message);
            span(name, kind, 0, message.start(), message.arrive());
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void name(int thread, String name) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", "thread_name");
        json.writeStringField("ph", "M");
        json.writeNumberField("pid", 1);
        json.writeNumberField("tid", thread);
        json.writeObjectFieldStart("args");
        json.writeStringField("name", name);
        json.writeEndObject();
        json.writeEndObject();
    }

    private void span(String name, String kind, int thread, long start, long end)
            throws IOException {
        json.writeStartObject();
        json.writeStringField("name", name);
        json.writeStringField("cat", kind);
        json.writeStringField("ph", "X");
        json.writeNumberField("pid", 1);
        json.writeNumberField("tid", thread);
        json.writeNumberField("ts", MICROS * start / graph.ticksPerUnit());
        json.writeNumberField("dur", MICROS * (end - start) / graph.ticksPerUnit());
        json.writeEndObject();
    }
}
