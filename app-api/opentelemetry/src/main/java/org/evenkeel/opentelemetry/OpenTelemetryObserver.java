package org.evenkeel.opentelemetry;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextStorage;
import io.opentelemetry.context.Scope;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Pattern;
import org.evenkeel.api.observe.TaskObserver;
import org.jspecify.annotations.Nullable;

/**
 * Makes spans of tasks, children of the span in which each was submitted: {@code submit} and {@code
 * deliver} in the program, {@code wait} and {@code run} where it runs. The span of a run is the
 * current one while the task runs, so that the task's own spans are its children. A task that moves
 * has {@code move} and {@code run} once more there, and that run has a link to the one before.
 *
 * <p>In the program, spans go to {@link GlobalOpenTelemetry}; without one, nothing is made. In
 * workers an SDK is set up by the program's {@code otel.*} settings, unless a task has set up one.
 */
public final class OpenTelemetryObserver implements TaskObserver {

    private static final String SCOPE = "org.evenkeel";

    /** Begins kinds that a loop of the program serves. */
    private static final String SERVE = "serve:";

    private static final Pattern CLASS = Pattern.compile("([a-z]\\w*\\.)*[A-Z][\\w$]*");
    private static final AttributeKey<String> TASK = AttributeKey.stringKey("evenkeel.task.id");
    private static final AttributeKey<String> KIND = AttributeKey.stringKey("evenkeel.task.kind");
    private static final AttributeKey<String> NODE = AttributeKey.stringKey("evenkeel.node");
    private static final AttributeKey<Long> ATTEMPT = AttributeKey.longKey("evenkeel.task.attempt");

    private final WorkerSdk worker = new WorkerSdk();

    /** By ServiceLoader. */
    public OpenTelemetryObserver() {}

    private static Tracer tracer() {
        return GlobalOpenTelemetry.getOrNoop().getTracer(SCOPE);
    }

    /** A kind's name without its packages, if a class gives it. */
    private static String shortName(String kind) {
        String name = kind.startsWith(SERVE) ? kind.substring(SERVE.length()) : kind;
        int body = name.indexOf("::");
        String type = body < 0 ? name : name.substring(0, body);
        return CLASS.matcher(type).matches() ? name.substring(type.lastIndexOf('.') + 1) : name;
    }

    private static SpanBuilder builder(String what, String kind, Context parent, Instant at) {
        return tracer().spanBuilder(what + " " + shortName(kind))
                .setParent(parent)
                .setStartTimestamp(at)
                .setAttribute(KIND, kind);
    }

    // ---- In the program, or where a task spawns another

    @Override
    public @Nullable Submission submits(String kind) {
        Instant at = Instant.now();
        Span span =
                builder("submit", kind, Context.current(), at)
                        .setSpanKind(SpanKind.PRODUCER)
                        .startSpan();
        return span.getSpanContext().isValid()
                ? new Submitted(kind, span, at, worker.settings())
                : null;
    }

    private static final class Submitted implements Submission {
        private final String kind;
        private final Span span;
        private final Instant at;
        private final Map<String, String> settings;
        private final Context context;

        Submitted(String kind, Span span, Instant at, Map<String, String> settings) {
            this.kind = kind;
            this.span = span;
            this.at = at;
            this.settings = settings;
            this.context = Context.current().with(span);
        }

        @Override
        public byte[] note() {
            return Note.of(context).put(Note.SINCE, at).putAll(settings).toBytes();
        }

        @Override
        public void submitted(String task) {
            span.setAttribute(TASK, task).end();
        }

        @Override
        public void refused(Throwable why) {
            fail(span, why);
            span.end();
        }

        @Override
        public void ended(End end) {
            Instant now = Instant.now();
            Span delivery =
                    builder("deliver", kind, context, Note.read(end.note()).time(Note.SINCE, now))
                            .setSpanKind(SpanKind.CLIENT)
                            .setAttribute(TASK, end.task())
                            .setAttribute(NODE, end.node())
                            .startSpan();
            if (!end.succeeded()) {
                delivery.setStatus(StatusCode.ERROR, end.summary());
            }
            delivery.end(now);
        }
    }

    private static void fail(Span span, Throwable why) {
        span.recordException(why);
        span.setStatus(StatusCode.ERROR, why.getClass().getName());
    }

    // ---- In a worker

    @Override
    public @Nullable Run begins(Begin begin) {
        Note note = Note.read(begin.note());
        Map<String, String> settings = note.startingWith(Settings.PREFIX);
        worker.start(settings);
        Context parent = note.context();
        if (!Span.fromContext(parent).getSpanContext().isValid()) {
            return null;
        }
        withTask(
                        builder(
                                begin.resumes() ? "move" : "wait",
                                begin.kind(),
                                parent,
                                note.time(Note.SINCE, begin.at())),
                        begin)
                .startSpan()
                .end(begin.at());
        SpanBuilder run =
                withTask(builder("run", begin.kind(), parent, begin.at()), begin)
                        .setSpanKind(SpanKind.CONSUMER);
        SpanContext before = note.span(Note.BEFORE);
        if (before.isValid()) {
            run.addLink(before);
        }
        return new Running(run.startSpan(), parent, settings);
    }

    private static SpanBuilder withTask(SpanBuilder span, Begin begin) {
        return span.setAttribute(TASK, begin.task())
                .setAttribute(NODE, begin.node())
                .setAttribute(ATTEMPT, begin.attempt());
    }

    private static final class Running implements Run {
        private final Span span;
        private final Context parent;
        private final Map<String, String> settings;
        private final Scope scope;

        Running(Span span, Context parent, Map<String, String> settings) {
            this.span = span;
            this.parent = parent;
            this.settings = settings;
            this.scope = ContextStorage.get().attach(parent.with(span)); // until the run ends
        }

        /**
         * Nothing is current on the thread any more, whatever the task has left there, and in
         * whichever order a loop answers its tasks.
         */
        private void clearContext() {
            scope.close();
            if (!Context.root().equals(Context.current())) {
                ContextStorage.get().attach(Context.root());
            }
        }

        @Override
        public byte[] checkpoint() {
            return Note.of(parent)
                    .put(Note.SINCE, Instant.now())
                    .put(Note.BEFORE, span.getSpanContext())
                    .putAll(settings)
                    .toBytes();
        }

        @Override
        public void moved() {
            clearContext();
            span.addEvent("moved").end();
        }

        @Override
        public byte[] ended(@Nullable Throwable thrown) {
            clearContext();
            if (thrown != null) {
                fail(span, thrown);
            }
            Instant now = Instant.now();
            span.end(now);
            return Note.of(parent).put(Note.SINCE, now).toBytes();
        }
    }

    @Override
    public void close() {
        worker.close();
    }
}
