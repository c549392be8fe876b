package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logging libraries that a program has among its jars log to the log of the task. */
@Tag("extended")
class LoggingLibrariesProcessIT {
    /** Has a folder for each of these libraries; the build makes it. */
    private static final Path LIBRARIES = Path.of("target", "logging").toAbsolutePath();

    private static final String PROGRAM =
            """
            package outside;

            import java.util.concurrent.CountDownLatch;
            import org.evenkeel.Evenkeel;
            import org.evenkeel.api.*;
            import org.slf4j.Logger;
            import org.slf4j.LoggerFactory;

            public final class Logging {
                record Frame(int number) implements Task<Integer> {
                    private static final Logger LOG = LoggerFactory.getLogger("acme.Frame");

                    public Integer run(TaskContext context) {
                        LOG.info("frame {}", number);
                        context.checkpoint();
                        LOG.warn("a slow\\tframe");
                        LOG.error("no scene", new IllegalStateException("on purpose"));
                        System.out.println("the end");
                        return number;
                    }
                }

                public static void main(String[] args) throws Exception {
                    CountDownLatch shown = new CountDownLatch(1);
                    try (Cluster cluster = Evenkeel.builder()
                            .taskLog(line -> {
                                System.out.println(line);
                                if (line.text().equals("the end")) {
                                    shown.countDown();
                                }
                            })
                            .connect()) {
                        System.out.println("result " + cluster.submit(new Frame(7)).get());
                        shown.await();
                        System.out.println("job " + cluster.jobId());
                    }
                }
            }
            """;

    @TempDir static Path state;
    @TempDir Path folder;
    private static StartedNodes nodes;

    @BeforeAll
    static void start() throws Exception {
        nodes = StartedNodes.start(Setup.of(1, 1));
    }

    @AfterAll
    static void stop() {
        nodes.close();
    }

    /** A line of a task's log. */
    private record Line(String level, String text) {}

    /** What a task logs whose program has these libraries. */
    private List<Line> logged(String... libraries) throws Exception {
        OutsideProgram program =
                new OutsideProgram(
                        folder,
                        Stream.of(libraries)
                                .map(one -> LIBRARIES.resolve(one).toString())
                                .toList());
        program.compile("Logging", PROGRAM);
        String out = program.run("outside.Logging", nodes.directory.resolve("nodes/n1"));
        assertThat(out).as(nodes::logs).contains("result 7");
        String job =
                out.lines()
                        .filter(line -> line.startsWith("job "))
                        .map(line -> line.substring("job ".length()))
                        .findFirst()
                        .orElseThrow(() -> new AssertionError(out));
        Command.Ended ended =
                new Command(state)
                        .run("logs", job, "--json", "--cluster-dir", nodes.directory.toString());
        assertThat(ended.exitCode()).as(ended + nodes.logs()).isZero();
        List<Line> lines = new ArrayList<>();
        for (String line : ended.out().lines().toList()) {
            Map<String, Object> fields = JSON.std.mapFrom(line);
            lines.add(new Line((String) fields.get("level"), (String) fields.get("text")));
        }
        assertThat(lines).last().isEqualTo(new Line("out", "the end"));
        return lines.subList(0, lines.size() - 1);
    }

    /** Those of one level, without their levels. */
    private static List<String> texts(List<Line> lines, String level) {
        return lines.stream().filter(line -> line.level().equals(level)).map(Line::text).toList();
    }

    @Test
    void slf4jOverJavaUtilLoggingKeepsLevels() throws Exception {
        List<Line> lines = logged("slf4j-api", "slf4j-jdk14");
        assertThat(lines)
                .startsWith(
                        new Line("info", "acme.Frame: frame 7"),
                        new Line("warn", "acme.Frame: a slow\tframe"),
                        new Line("error", "acme.Frame: no scene"),
                        new Line("error", "java.lang.IllegalStateException: on purpose"));
        assertThat(texts(lines, "error"))
                .anyMatch(text -> text.contains("outside.Logging$Frame.run(Logging.java:"));
    }

    @Test
    void slf4jSimpleIsStandardErrorWithItsLevelInTheText() throws Exception {
        List<Line> lines = logged("slf4j-api", "slf4j-simple");
        assertThat(lines).extracting(Line::level).containsOnly("err");
        assertThat(lines.stream().map(Line::text).limit(4))
                .satisfiesExactly(
                        first -> assertThat(first).endsWith("INFO acme.Frame - frame 7"),
                        second -> assertThat(second).endsWith("WARN acme.Frame - a slow\tframe"),
                        third -> assertThat(third).endsWith("ERROR acme.Frame - no scene"),
                        fourth ->
                                assertThat(fourth)
                                        .isEqualTo("java.lang.IllegalStateException: on purpose"));
    }

    @Test
    void logbackIsStandardOutputWithItsLevelInTheText() throws Exception {
        List<Line> lines = logged("slf4j-api", "logback");
        assertThat(texts(lines, "out"))
                .anyMatch(text -> text.contains("INFO acme.Frame") && text.endsWith("frame 7"))
                .anyMatch(text -> text.contains("WARN acme.Frame") && text.endsWith("slow\tframe"))
                .anyMatch(text -> text.contains("ERROR acme.Frame") && text.endsWith("no scene"))
                .contains("java.lang.IllegalStateException: on purpose");
    }

    @Test
    void withoutAProviderSlf4jSaysSoAndLogsNothing() throws Exception {
        List<Line> lines = logged("slf4j-api");
        assertThat(texts(lines, "err")).anyMatch(text -> text.contains("No SLF4J providers"));
        assertThat(lines).extracting(Line::text).noneMatch(text -> text.contains("frame 7"));
    }
}
