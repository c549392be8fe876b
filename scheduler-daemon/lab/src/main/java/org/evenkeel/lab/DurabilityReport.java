package org.evenkeel.lab;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.evenkeel.cli.text.TextTable;
import org.evenkeel.lab.bench.DurabilityRun;
import org.evenkeel.lab.bench.DurabilityRun.Versus;
import org.evenkeel.lab.bench.Figure;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Numbers;

/** The cost of durability, as text and as JSON. */
record DurabilityReport(DurabilityRun.Result result) {
    /** A row for each level; behind each figure its ratio to the same of MEMORY. */
    TextTable table() {
        TextTable table =
                TextTable.of("level|empty tasks/s||accepted p50, us||p99, us||accepts/s|");
        result.levels()
                .forEach((level, one) ->
                        table.row(
                                level.toString(),
                                Figure.text(one.tasks().figure()),
                                ratio(one.tasks()),
                                Figure.text(one.acceptP50().figure()),
                                ratio(one.acceptP50()),
                                Figure.text(one.acceptP99().figure()),
                                ratio(one.acceptP99()),
                                Figure.text(one.accepts().figure()),
                                ratio(one.accepts())));
        return table;
    }

    /** The journal by itself, and the disk. */
    String journal() {
        DurabilityRun.Alone alone = result.journal();
        return Numbers.format(
                "the journal alone: %,.0f durable accepts/s of 200 bytes, in groups of "
                        + "%,.0f that take %,.0f us; one fsync of 4 KiB takes %,.0f us",
                alone.acceptsPerSecond(),
                alone.groupRecords(),
                alone.groupMicros(),
                alone.forceMicros());
    }

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        for (Map.Entry<Durability, DurabilityRun.Level> entry : result.levels().entrySet()) {
            DurabilityRun.Level one = entry.getValue();
            Map<String, Object> level = new LinkedHashMap<>();
            put(level, "emptyTasksPerSecond", one.tasks());
            put(level, "acceptedP50Micros", one.acceptP50());
            put(level, "acceptedP99Micros", one.acceptP99());
            put(level, "acceptsPerSecond", one.accepts());
            json.put(entry.getKey().name().toLowerCase(Locale.ROOT), level);
        }
        DurabilityRun.Alone alone = result.journal();
        Map<String, Object> journal = new LinkedHashMap<>();
        journal.put("acceptsPerSecond", alone.acceptsPerSecond());
        journal.put("groupRecords", alone.groupRecords());
        journal.put("groupMedianMicros", alone.groupMicros());
        journal.put("forceMedianMicros", alone.forceMicros());
        json.put("journal", journal);
        return json;
    }

    private static void put(Map<String, Object> level, String name, Versus versus) {
        level.put(name, versus.figure());
        level.put(name + "OfMemory", versus.ratio());
    }

    private static String ratio(Versus versus) {
        return Numbers.format("x%.2f", versus.ratio());
    }
}
