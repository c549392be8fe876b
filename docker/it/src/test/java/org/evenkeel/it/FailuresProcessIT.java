package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.FailureGroup;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskGroup;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A thousand failures of three causes are three lines, for the program and for the operator. */
@Tag("extended")
class FailuresProcessIT {
    private static final String HERE = "org.evenkeel.it.FailuresProcessIT$Render.";

    /** Of ten tasks five, three and two fail for one cause each. */
    private static final List<Integer> COUNTS = List.of(500, 300, 200);

    @TempDir Path folder;

    /** Throws, always. */
    record Render(int number) implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) throws Exception {
            Thread.sleep(5);
            System.out.println("renders " + number);
            return switch (number % 10) {
                case 0, 1 -> parse();
                case 2, 3, 4 -> save();
                default -> load();
            };
        }

        private int load() {
            throw new IllegalStateException("there is no scene " + number);
        }

        private int save() {
            throw new UncheckedIOException(new IOException("no room for " + number));
        }

        /** Java's own code throws. */
        private int parse() {
            return Integer.parseInt("number " + number);
        }
    }

    private static List<Render> tasks(int count) {
        List<Render> tasks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            tasks.add(new Render(i));
        }
        return tasks;
    }

    private Command.Ended failures(StartedNodes nodes, String... words) throws Exception {
        List<String> all = new ArrayList<>(List.of("failures"));
        all.addAll(List.of(words));
        all.addAll(List.of("--cluster-dir", nodes.directory.toString()));
        return new Command(folder.resolve("state")).run(all.toArray(String[]::new));
    }

    @Test
    void aThousandFailuresOfThreeCausesAreThreeLines() throws Exception {
        // What the killed node had is given up soon.
        Setup three = Setup.of(3, 1).flags("--holder-lease", "2s", "--owner-lease", "3s");
        try (StartedNodes nodes = StartedNodes.start(three);
                Cluster first = nodes.connect("n1");
                Cluster second = nodes.connect("n2")) {
            StartedNodes.at(first, "n3"); // its worker is there
            TaskGroup<Integer> many = first.submitAll(tasks(1_000));
            TaskGroup<Integer> few = second.submitAll(tasks(2));
            Awaitility.await("a third has failed")
                    .atMost(StartedNodes.LIMIT)
                    .until(() -> many.progress().failed() > 300);
            nodes.kill("n3");
            many.joinAll();
            few.joinAll();
            checkGroups(many.failures());
            checkLines(failures(nodes, first.jobId()), nodes);
            checkJson(JSON.std.mapFrom(failures(nodes, first.jobId(), "--json").out()));
            checkExamples(failures(nodes, first.jobId(), "--examples"));

            Map<String, Object> other =
                    JSON.std.mapFrom(failures(nodes, second.jobId(), "--json").out());
            assertThat((List<?>) other.get("failures"))
                    .as("a job has its own failures only")
                    .singleElement()
                    .extracting("count")
                    .isEqualTo(2);
            Command.Ended unknown = failures(nodes, "3k7x0a9q2m4fz");
            assertThat(unknown.exitCode()).as(unknown.toString()).isEqualTo(3);
            assertThat(unknown.err()).contains("knows job 3k7x0a9q2m4fz");
        }
    }

    private static void checkGroups(List<FailureGroup> groups) {
        assertThat(groups).extracting(FailureGroup::count).isEqualTo(COUNTS);
        assertThat(groups)
                .extracting(FailureGroup::exception)
                .containsExactly(
                        "java.lang.IllegalStateException",
                        "java.io.UncheckedIOException",
                        "java.lang.NumberFormatException");
        assertThat(groups.getFirst().place()).startsWith(HERE + "load(FailuresProcessIT.java:");
        assertThat(groups.get(1).place()).startsWith(HERE + "save(");
        assertThat(groups.getLast().place())
                .as("Java's own frames are skipped")
                .startsWith(HERE + "parse(");
        assertThat(groups.getFirst().nodes().values().stream().mapToInt(n -> n).sum())
                .isEqualTo(500);
        assertThat(groups.getFirst().example().getCause().getStackTrace())
                .extracting(StackTraceElement::getMethodName)
                .contains("load", "run");
    }

    private void checkLines(Command.Ended ended, StartedNodes nodes) throws Exception {
        assertThat(ended.exitCode()).as(ended.err() + nodes.logs()).isZero();
        List<String> lines = ended.out().lines().toList();
        assertThat(lines).as(ended.out()).hasSize(6).allMatch(line -> line.length() <= 80);
        assertThat(lines.get(1)).contains("500", "IllegalStateException", "Render.load:");
        assertThat(lines.get(2)).contains("300", "UncheckedIOException", "Render.save:");
        assertThat(lines.get(3)).contains("200", "NumberFormatException", "Render.parse:");
        String[] last = lines.get(4).split(" ");
        assertThat(lines.get(4)).startsWith("evenkeel explain ");
        Command.Ended story =
                new Command(folder.resolve("state"))
                        .run("explain", last[2], "--cluster-dir", nodes.directory.toString());
        assertThat(story.out()).contains("there is no scene", " at " + HERE + "load(");
    }

    /** The tasks of the node that was killed have left their logs at their owner. */
    private static void checkExamples(Command.Ended ended) {
        assertThat(ended.exitCode()).as(ended.toString()).isZero();
        assertThat(ended.out())
                .contains(
                        "failed java.lang.IllegalStateException: there is no scene",
                        HERE + "load(FailuresProcessIT.java:",
                        "Caused by: java.io.IOException: no room for",
                        HERE + "save(",
                        HERE + "parse(",
                        "renders ");
    }

    private static void checkJson(Map<String, Object> answer) {
        List<?> groups = (List<?>) answer.get("failures");
        assertThat(groups).extracting("count").isEqualTo(COUNTS);
        assertThat(groups).extracting("status").containsOnly("FAILED");
        for (Object group : groups) {
            Map<?, ?> fields = (Map<?, ?>) group;
            long atMachines =
                    ((Map<?, ?>) fields.get("machines"))
                            .values().stream().mapToLong(n -> ((Number) n).longValue()).sum();
            assertThat(fields.get("count")).isEqualTo((int) atMachines);
        }
    }
}
