package org.evenkeel.opentelemetry;

import io.opentelemetry.api.baggage.propagation.W3CBaggagePropagator;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapPropagator;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.evenkeel.api.observe.TaskObserver;

/**
 * What travels with a task: lines of {@code key=value} in UTF-8. The keys {@code traceparent},
 * {@code tracestate} and {@code baggage} are those of W3C Trace Context (W3C Recommendation of
 * 2021-11-23) and W3C Baggage; those that begin with {@code otel.} are the program's settings.
 */
final class Note {

    /** When the task was submitted, or taken up again from; nanoseconds since 1970. */
    static final String SINCE = "since";

    /** The run before, as {@code traceparent} names a span. */
    static final String BEFORE = "before";

    private static final TextMapPropagator TRACE = W3CTraceContextPropagator.getInstance();
    private static final TextMapPropagator BAGGAGE = W3CBaggagePropagator.getInstance();
    private static final String TRACE_PARENT = "traceparent";
    private static final String TRACE_STATE = "tracestate";
    private static final String BAGGAGE_KEY = "baggage";
    private static final AtomicBoolean IS_TOLD = new AtomicBoolean();

    private static final TextMapGetter<Map<String, String>> GETTER =
            (lines, key) -> lines == null ? null : lines.get(key);

    private final Map<String, String> lines = new TreeMap<>();

    /** A context, in which tasks run. */
    static Note of(Context context) {
        Note note = new Note();
        TRACE.inject(context, note.lines, (to, key, value) -> note.put(key, value));
        BAGGAGE.inject(context, note.lines, (to, key, value) -> note.put(key, value));
        return note;
    }

    /** What {@link #toBytes} wrote; lines without a key are left out. */
    static Note read(byte[] bytes) {
        Note note = new Note();
        new String(bytes, StandardCharsets.UTF_8)
                .lines()
                .forEach(line -> {
                    int sign = line.indexOf('=');
                    if (sign > 0) {
                        note.lines.put(line.substring(0, sign), line.substring(sign + 1));
                    }
                });
        return note;
    }

    /** A value of several lines does not travel. */
    Note put(String key, String value) {
        if (value.indexOf('\n') < 0 && value.indexOf('\r') < 0) {
            lines.put(key, value);
        }
        return this;
    }

    Note putAll(Map<String, String> values) {
        values.forEach(this::put);
        return this;
    }

    Note put(String key, Instant at) {
        return put(key, Long.toString(nanos(at)));
    }

    /** Names a span. */
    Note put(String key, SpanContext span) {
        Note named = of(Context.root().with(Span.wrap(span)));
        String parent = named.lines.get(TRACE_PARENT);
        return parent == null ? this : put(key, parent);
    }

    /** The lines whose keys begin so. */
    Map<String, String> startingWith(String prefix) {
        Map<String, String> found = new TreeMap<>(lines);
        found.keySet().removeIf(key -> !key.startsWith(prefix));
        return found;
    }

    Context context() {
        return BAGGAGE.extract(TRACE.extract(Context.root(), lines, GETTER), lines, GETTER);
    }

    /** The span that is named so; not valid where none is. */
    SpanContext span(String key) {
        Map<String, String> only = Map.of(TRACE_PARENT, lines.getOrDefault(key, ""));
        return Span.fromContext(TRACE.extract(Context.root(), only, GETTER)).getSpanContext();
    }

    /** The time that is named so, but not a later one than {@code latest}. */
    Instant time(String key, Instant latest) {
        try {
            long nanos = Long.parseLong(lines.getOrDefault(key, ""));
            Instant at = Instant.ofEpochSecond(0, nanos);
            return nanos < 0 || at.isAfter(latest) ? latest : at;
        } catch (NumberFormatException e) {
            return latest;
        }
    }

    /**
     * As it travels; empty where there is no span. Where it would be too long, baggage is left out,
     * then the trace's state, then settings, so that workers send nothing.
     */
    byte[] toBytes() {
        if (!lines.containsKey(TRACE_PARENT)) {
            return new byte[0];
        }
        for (String without : List.of("", BAGGAGE_KEY, TRACE_STATE, Settings.PREFIX)) {
            if (!without.isEmpty()) {
                lines.keySet().removeIf(key -> key.startsWith(without));
            }
            byte[] bytes = bytes();
            if (bytes.length <= TaskObserver.MAX_NOTE_BYTES) {
                if (without.equals(Settings.PREFIX) && IS_TOLD.compareAndSet(false, true)) {
                    System.err.println(
                            ("evenkeel: workers send no spans, for the otel.* settings of this "
                                            + "program are longer than %s bytes")
                                    .formatted(TaskObserver.MAX_NOTE_BYTES));
                }
                return bytes;
            }
        }
        return new byte[0];
    }

    private byte[] bytes() {
        StringBuilder text = new StringBuilder();
        lines.forEach((key, value) -> text.append(key).append('=').append(value).append('\n'));
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    static long nanos(Instant at) {
        return Math.addExact(Math.multiplyExact(at.getEpochSecond(), 1_000_000_000L), at.getNano());
    }
}
