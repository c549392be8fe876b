package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program with the jars of {@code lib/opentelemetry}: what becomes of a task on three nodes is
 * one trace at a collector.
 */
@Tag("extended")
class TracesProcessIT {
    private static final Duration SOON = StartedNodes.LIMIT;

    private static final String PROGRAM =
            """
            package outside;

            import io.opentelemetry.api.GlobalOpenTelemetry;
            import io.opentelemetry.api.trace.Span;
            import io.opentelemetry.api.trace.Tracer;
            import io.opentelemetry.context.Scope;
            import io.opentelemetry.sdk.OpenTelemetrySdk;
            import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
            import java.nio.file.Files;
            import java.nio.file.Path;
            import org.evenkeel.Evenkeel;
            import org.evenkeel.api.*;

            public final class Traced {
                record Child(int n) implements Task<Integer> {
                    public Integer run(TaskContext context) {
                        span("in the child");
                        return n + 1;
                    }
                }

                /** Ends when a file is there, wherever it is by then. */
                record Long(String end) implements Task<Integer> {
                    public Integer run(TaskContext context) throws InterruptedException {
                        span("in the task");
                        int child = context.spawn(new Child(6)).get();
                        for (int i = 0; !Files.exists(Path.of(end)); i++) {
                            if (i % 20 == 0) {
                                System.out.println("runs");
                            }
                            Thread.sleep(10);
                            context.checkpoint();
                        }
                        span("in the task again");
                        return child;
                    }
                }

                record Failing() implements Task<Integer> {
                    public Integer run(TaskContext context) {
                        throw new IllegalStateException("on purpose");
                    }
                }

                static void span(String name) {
                    GlobalOpenTelemetry.getTracer("outside").spanBuilder(name).startSpan().end();
                }

                public static void main(String[] args) throws Exception {
                    OpenTelemetrySdk sdk =
                            AutoConfiguredOpenTelemetrySdk.builder()
                                    .setResultAsGlobal()
                                    .build()
                                    .getOpenTelemetrySdk();
                    Tracer tracer = GlobalOpenTelemetry.getTracer("outside");
                    Span root = tracer.spanBuilder("program").startSpan();
                    try (Scope scope = root.makeCurrent();
                            Cluster cluster = Evenkeel.builder()
                                    .taskLog(line -> System.out.println(
                                            line.text().equals("runs") ? "at " + line.node() : line.text()))
                                    .connect()) {
                        TaskHandle<Integer> task = cluster.submit(new Long(args[0]));
                        TaskHandle<Integer> failing = cluster.submit(new Failing());
                        try {
                            failing.get();
                        } catch (TaskFailedException e) {
                            System.out.println("failed");
                        }
                        System.out.println("result " + task.get());
                    }
                    root.end();
                    sdk.close();
                }
            }
            """;

    @TempDir Path folder;
    private Path out;
    private Command evenkeel;

    /** Where the task has printed last. */
    private String place() throws IOException {
        return Files.readAllLines(out).stream()
                .filter(line -> line.startsWith("at "))
                .reduce("", (before, line) -> line)
                .replace("at ", "");
    }

    private void awaitAtAnotherThan(String from, StartedNodes nodes) {
        Awaitility.await("it runs at another node than " + from)
                .atMost(SOON)
                .untilAsserted(() ->
                        assertThat(place())
                                .as(() -> nodes.logs() + text())
                                .isNotEmpty()
                                .isNotEqualTo(from));
    }

    private String text() {
        try {
            return Files.readString(out);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private void pause(StartedNodes nodes, String node) throws Exception {
        Command.Ended ended =
                evenkeel.run(
                        "pause",
                        node,
                        "--within",
                        "60s",
                        "--cluster-dir",
                        nodes.directory.toString());
        assertThat(ended.exitCode()).as(ended + nodes.logs()).isZero();
    }

    @Test
    void aTaskThatMovesTwiceIsOneTraceOverThreeNodes() throws Exception {
        evenkeel = new Command(folder.resolve("state"));
        out = folder.resolve("out.txt");
        Path end = folder.resolve("end");
        OutsideProgram program = new OutsideProgram(folder, List.of("opentelemetry"));
        program.compile("Traced", PROGRAM);
        Setup setup = Setup.of(4, 2).masters(1).leaving("60s"); // the master runs no tasks
        try (SpanCollector collector = new SpanCollector();
                StartedNodes nodes = StartedNodes.start(setup)) {
            Process process =
                    program.start(
                            out,
                            List.of(
                                    "-Devenkeel.daemon="
                                            + nodes.directory.resolve("nodes").resolve("n1"),
                                    "-Dotel.exporter.otlp.endpoint=" + collector.address(),
                                    "-Dotel.exporter.otlp.protocol=http/protobuf",
                                    "-Dotel.metrics.exporter=none",
                                    "-Dotel.logs.exporter=none",
                                    "-Dotel.service.name=traced"),
                            "outside.Traced",
                            end.toString());
            try {
                awaitAtAnotherThan("", nodes);
                String first = place();
                pause(nodes, first);
                awaitAtAnotherThan(first, nodes);
                String second = place();
                pause(nodes, second);
                awaitAtAnotherThan(second, nodes);
                Files.createFile(end);
                assertThat(process.waitFor(SOON.toSeconds(), TimeUnit.SECONDS)).as(text()).isTrue();
            } finally {
                process.destroyForcibly();
            }
            assertThat(text()).contains("failed", "result 7");
            Awaitility.await("all spans have come")
                    .atMost(SOON)
                    .untilAsserted(() ->
                            assertThat(names(collector.spans()))
                                    .as(nodes::logs)
                                    .contains(
                                            "program",
                                            "in the task",
                                            "in the task again",
                                            "in the child",
                                            "run Traced$Failing",
                                            "deliver Traced$Long"));
            check(collector);
        }
    }

    private static void check(SpanCollector collector) {
        Span root = only(collector, "program");
        assertThat(collector.spans()).allMatch(span -> span.getTraceId().equals(root.getTraceId()));
        Span submit = only(collector, "submit Traced$Long");
        assertThat(submit.getParentSpanId()).isEqualTo(root.getSpanId());
        List<Span> runs = collector.named("run Traced$Long");
        assertThat(runs).hasSizeGreaterThanOrEqualTo(3);
        Stream.of("wait Traced$Long", "move Traced$Long", "run Traced$Long", "deliver Traced$Long")
                .flatMap(name -> collector.named(name).stream())
                .forEach(span ->
                        assertThat(span.getParentSpanId())
                                .as(span.getName())
                                .isEqualTo(submit.getSpanId()));
        assertThat(runs.stream().map(TracesProcessIT::node).collect(Collectors.toSet())).hasSize(3);
        Set<ByteString> ids = runs.stream().map(Span::getSpanId).collect(Collectors.toSet());
        assertThat(runs.stream().filter(run -> run.getLinksCount() > 0))
                .hasSize(runs.size() - 1)
                .allMatch(run -> ids.contains(run.getLinks(0).getSpanId()));
        assertThat(ids).contains(only(collector, "in the task").getParentSpanId());
        assertThat(ids).contains(only(collector, "in the task again").getParentSpanId());
        Span spawned = only(collector, "submit Traced$Child");
        assertThat(ids).contains(spawned.getParentSpanId());
        Span child = only(collector, "run Traced$Child");
        assertThat(child.getParentSpanId()).isEqualTo(spawned.getSpanId());
        assertThat(only(collector, "in the child").getParentSpanId()).isEqualTo(child.getSpanId());
        assertThat(only(collector, "run Traced$Failing").getStatus().getCodeValue()).isEqualTo(2);
    }

    private static Span only(SpanCollector collector, String name) {
        List<Span> found = collector.named(name);
        assertThat(found).as(name).hasSize(1);
        return found.getFirst();
    }

    private static List<String> names(List<Span> spans) {
        return spans.stream().map(Span::getName).toList();
    }

    private static String node(Span span) {
        return span.getAttributesList().stream()
                .filter(one -> one.getKey().equals("evenkeel.node"))
                .map(one -> one.getValue().getStringValue())
                .findFirst()
                .orElse("");
    }
}
