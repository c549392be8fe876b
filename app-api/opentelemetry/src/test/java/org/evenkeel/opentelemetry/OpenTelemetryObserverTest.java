package org.evenkeel.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.baggage.Baggage;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Objects;
import java.util.ServiceLoader;
import org.evenkeel.api.observe.TaskObserver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A task's spans are those of one trace, whatever becomes of the task. */
class OpenTelemetryObserverTest {

    private static final String KIND = "org.example.Search";

    private final InMemorySpanExporter spans = InMemorySpanExporter.create();
    private final OpenTelemetryObserver observer = new OpenTelemetryObserver();

    @BeforeEach
    void collect() {
        GlobalOpenTelemetry.resetForTest();
        GlobalOpenTelemetry.set(
                OpenTelemetrySdk.builder()
                        .setTracerProvider(
                                SdkTracerProvider.builder()
                                        .addSpanProcessor(SimpleSpanProcessor.create(spans))
                                        .build())
                        .build());
    }

    @AfterEach
    void forget() {
        GlobalOpenTelemetry.resetForTest();
    }

    private TaskObserver.Submission submitted() {
        TaskObserver.Submission submission = observer.submits(KIND);
        assertThat(submission).isNotNull();
        return Objects.requireNonNull(submission);
    }

    private TaskObserver.Run begun(String node, int attempt, byte[] note) {
        TaskObserver.Run run =
                observer.begins(
                        new TaskObserver.Begin(
                                "k-1", KIND, node, attempt, Instant.now(), attempt > 1, note));
        assertThat(run).isNotNull();
        return Objects.requireNonNull(run);
    }

    private SpanData span(String name) {
        return spans.getFinishedSpanItems().stream()
                .filter(one -> one.getName().equals(name))
                .reduce((first, last) -> last)
                .orElseThrow(() -> new AssertionError("no span " + name));
    }

    @Test
    void isFoundByItsName() {
        assertThat(ServiceLoader.load(TaskObserver.class))
                .singleElement()
                .isInstanceOf(OpenTelemetryObserver.class);
    }

    @Test
    void aTaskHangsBelowItsSubmitterAndItsOwnSpansBelowItsRun() {
        Span program = GlobalOpenTelemetry.getTracer("test").spanBuilder("program").startSpan();
        TaskObserver.Submission submission;
        try (Scope scope = program.makeCurrent()) {
            assertThat(scope).isNotNull();
            submission = submitted();
            submission.submitted("k-1");
        }
        TaskObserver.Run run = begun("n2", 1, submission.note());
        GlobalOpenTelemetry.getTracer("test").spanBuilder("inside").startSpan().end();
        byte[] back = run.ended(null);
        assertThat(Span.current().getSpanContext().isValid()).as("nothing is left").isFalse();
        submission.ended(new TaskObserver.End("k-1", true, "n2", "", back));
        program.end();

        String submit = span("submit Search").getSpanId();
        assertThat(span("submit Search").getParentSpanId())
                .isEqualTo(program.getSpanContext().getSpanId());
        for (String below : new String[] {"wait Search", "run Search", "deliver Search"}) {
            assertThat(span(below).getParentSpanId()).as(below).isEqualTo(submit);
        }
        assertThat(span("inside").getParentSpanId()).isEqualTo(span("run Search").getSpanId());
        assertThat(spans.getFinishedSpanItems())
                .hasSize(6)
                .allMatch(one -> one.getTraceId().equals(program.getSpanContext().getTraceId()));
        assertThat(span("run Search").getKind()).isEqualTo(SpanKind.CONSUMER);
        assertThat(span("run Search").getAttributes().get(AttributeKey.stringKey("evenkeel.node")))
                .isEqualTo("n2");
    }

    @Test
    void theTimesOfItsSpansFollowEachOther() {
        TaskObserver.Submission submission = submitted();
        submission.submitted("k-1");
        TaskObserver.Run run = begun("n2", 1, submission.note());
        byte[] back = run.ended(null);
        submission.ended(new TaskObserver.End("k-1", true, "n2", "", back));
        SpanData wait = span("wait Search");
        SpanData ran = span("run Search");
        assertThat(wait.getStartEpochNanos()).isEqualTo(span("submit Search").getStartEpochNanos());
        assertThat(wait.getEndEpochNanos()).isEqualTo(ran.getStartEpochNanos());
        assertThat(span("deliver Search").getStartEpochNanos()).isEqualTo(ran.getEndEpochNanos());
    }

    @Test
    void aRunThatResumesElsewhereHasALinkToTheOneBefore() {
        TaskObserver.Submission submission = submitted();
        submission.submitted("k-1");
        TaskObserver.Run first = begun("n1", 1, submission.note());
        byte[] checkpoint = first.checkpoint();
        first.moved();
        SpanData before = span("run Search");
        assertThat(before.getEvents()).extracting(event -> event.getName()).contains("moved");
        TaskObserver.Run second = begun("n3", 2, checkpoint);
        byte[] again = second.checkpoint();
        second.moved();
        SpanData after = span("run Search");
        assertThat(after.getLinks())
                .singleElement()
                .matches(link -> link.getSpanContext().getSpanId().equals(before.getSpanId()));
        assertThat(after.getParentSpanId()).isEqualTo(span("submit Search").getSpanId());
        assertThat(span("move Search").getStartEpochNanos())
                .isGreaterThanOrEqualTo(before.getStartEpochNanos());
        begun("n1", 3, again).ended(null);
        assertThat(span("run Search").getLinks())
                .singleElement()
                .matches(link -> link.getSpanContext().getSpanId().equals(after.getSpanId()));
    }

    @Test
    void whatFailsSaysSo() {
        TaskObserver.Submission submission = submitted();
        submission.submitted("k-1");
        byte[] back = begun("n2", 1, submission.note()).ended(new IllegalStateException("odd"));
        submission.ended(new TaskObserver.End("k-1", false, "n2", "odd", back));
        assertThat(span("run Search").getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(span("deliver Search").getStatus().getDescription()).isEqualTo("odd");
        submitted().refused(new IllegalArgumentException("too large"));
        assertThat(span("submit Search").getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    }

    @Test
    void baggageTravelsUnlessItIsLong() {
        try (Scope scope = Baggage.builder().put("who", "ann").build().makeCurrent()) {
            assertThat(scope).isNotNull();
            TaskObserver.Run run = begun("n2", 1, submitted().note());
            assertThat(Baggage.current().getEntryValue("who")).isEqualTo("ann");
            run.ended(null);
        }
        try (Scope scope = Baggage.builder().put("who", "a".repeat(5_000)).build().makeCurrent()) {
            assertThat(scope).isNotNull();
            byte[] note = submitted().note();
            assertThat(note).hasSizeLessThan(TaskObserver.MAX_NOTE_BYTES);
            assertThat(new String(note, StandardCharsets.UTF_8)).contains("traceparent=");
        }
    }

    /** As a program may that serves tasks in a loop. */
    @Test
    void runsThatEndInAnotherOrderLeaveNothingCurrent() {
        TaskObserver.Run first = begun("n2", 1, submitted().note());
        TaskObserver.Run second = begun("n2", 1, submitted().note());
        first.ended(null);
        second.ended(null);
        assertThat(Span.current().getSpanContext().isValid()).isFalse();
    }

    @Test
    void aNameThatIsNoClassIsKept() {
        Objects.requireNonNull(observer.submits("resize img.png")).submitted("k-1");
        Objects.requireNonNull(observer.submits("org.example.Main::lambda$0")).submitted("k-2");
        Objects.requireNonNull(observer.submits("serve:org.example.Loop$It")).submitted("k-3");
        assertThat(spans.getFinishedSpanItems())
                .extracting(SpanData::getName)
                .containsExactly(
                        "submit resize img.png", "submit Main::lambda$0", "submit Loop$It");
    }

    @Test
    void withoutOpenTelemetryNothingIsMade() {
        GlobalOpenTelemetry.resetForTest();
        assertThat(observer.submits(KIND)).isNull();
        assertThat(GlobalOpenTelemetry.isSet()).isFalse();
    }

    @Test
    void aNoteThatIsNoneIsLeftAlone() {
        byte[] odd = "=x\nsince=soon\ntraceparent=00-no\n".getBytes(StandardCharsets.UTF_8);
        assertThat(
                        observer.begins(
                                new TaskObserver.Begin(
                                        "k-1", KIND, "n1", 1, Instant.now(), false, odd)))
                .isNull();
        assertThat(spans.getFinishedSpanItems()).isEmpty();
    }
}
