package org.evenkeel.lab.plan;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.evenkeel.graphs.ScheduleGraph;
import org.evenkeel.graphs.ScheduleGraphBuilder;
import org.jspecify.annotations.Nullable;

/**
 * A file with a graph of tasks: JSON, which begins with a bracket, or DOT. See docs/planning.md.
 * The keys description, processors, tieOrder and expect are for whoever reads the file. Errors are
 * {@link PlanFileException}s.
 */
public record GraphFile(String name, JsonValue.Fields file) {
    /**
     * Reads one.
     *
     * @param name of the file, for errors
     */
    public static ScheduleGraph read(String name, byte[] bytes) {
        return isJson(bytes)
                ? new GraphFile(
                                name,
                                JsonValue.parse(name, bytes)
                                        .fields(
                                                "tasks",
                                                "edges",
                                                "speed",
                                                "alpha",
                                                "beta",
                                                "description",
                                                "processors",
                                                "tieOrder",
                                                "expect"))
                        .read()
                : DotFile.read(name, new String(bytes, StandardCharsets.UTF_8));
    }

    private static boolean isJson(byte[] bytes) {
        for (byte one : bytes) {
            if (!Character.isWhitespace(one)) {
                return one == '{' || one == '[';
            }
        }
        return true;
    }

    private ScheduleGraph read() {
        ScheduleGraphBuilder builder =
                attempt(
                        file.owner(),
                        () ->
                                new ScheduleGraphBuilder(
                                        decimal("speed", BigDecimal.ONE),
                                        decimal("alpha", BigDecimal.ZERO),
                                        decimal("beta", BigDecimal.ONE)));
        for (JsonValue task : file.get("tasks").items()) {
            JsonValue.Fields fields = task.fields("id", "work");
            attempt(
                    task,
                    () -> builder.task(fields.get("id").name(), fields.get("work").decimal()));
        }
        for (JsonValue edge : file.get("edges").items()) {
            JsonValue.Fields fields = edge.fields("from", "to", "data", "broadcast");
            attempt(
                    edge,
                    () ->
                            builder.edge(
                                    known(builder, fields.get("from")),
                                    known(builder, fields.get("to")),
                                    fields.get("data").decimal(),
                                    broadcast(fields.find("broadcast"))));
        }
        return build(name, builder);
    }

    private static @Nullable String broadcast(@Nullable JsonValue value) {
        return value == null ? null : value.name();
    }

    private BigDecimal decimal(String key, BigDecimal usual) {
        JsonValue value = file.find(key);
        return value == null ? usual : value.decimal();
    }

    private static String known(ScheduleGraphBuilder builder, JsonValue task) {
        String name = task.name();
        if (!builder.hasTask(name)) {
            throw task.wrong("unknown task " + name);
        }
        return name;
    }

    /** What can be said only of the whole graph names tasks instead of lines. */
    static ScheduleGraph build(String file, ScheduleGraphBuilder builder) {
        try {
            return builder.build();
        } catch (IllegalArgumentException e) {
            throw new PlanFileException(file, 0, String.valueOf(e.getMessage()));
        }
    }

    private static <T> T attempt(JsonValue place, Supplier<T> part) {
        try {
            return part.get();
        } catch (IllegalArgumentException e) {
            throw place.wrong(String.valueOf(e.getMessage()));
        }
    }
}
