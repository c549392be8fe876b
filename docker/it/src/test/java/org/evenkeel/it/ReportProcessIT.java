package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.InflaterInputStream;
import org.awaitility.Awaitility;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page of a job, and its trace for Perfetto: of a job that moved, failed, and was not alone.
 */
@LongForm
class ReportProcessIT {
    private static final int SMALL = 200;
    private static final Pattern DATA = Pattern.compile("id=\"data\">([^<]*)<");

    @TempDir Path folder;

    /** Fails, and says something that a browser would run. */
    record Bad(int number) implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) {
            throw new IllegalStateException("</script><script>alert(" + number + ")</script>");
        }
    }

    /** Runs until a file is there. */
    record Patient(String gate) implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) throws InterruptedException {
            while (!Files.exists(Path.of(gate))) {
                Thread.sleep(5);
                context.checkpoint();
            }
            return 1;
        }
    }

    private Command.Ended ask(StartedNodes nodes, String... words) throws Exception {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--cluster-dir", nodes.directory.toString()));
        return new Command(folder.resolve("state")).run(all.toArray(String[]::new));
    }

    private Command.Ended fine(StartedNodes nodes, String... words) throws Exception {
        Command.Ended ended = ask(nodes, words);
        assertThat(ended.exitCode()).as(ended + nodes.logs()).isZero();
        return ended;
    }

    @Test
    void aJobThatMovedAndFailedIsShownWhole() throws Exception {
        Path gate = folder.resolve("gate");
        try (StartedNodes nodes = StartedNodes.start(Setup.of(3, 1).masters(1).leaving("60s"));
                Cluster alice = nodes.builder("n1").jobName("<img src=x>").connect();
                Cluster bob = nodes.connect("n1")) {
            TaskHandle<Integer> task = alice.submit(new Patient(gate.toString()));
            moved(nodes, task);
            List<TaskHandle<?>> all = new ArrayList<>();
            for (int i = 0; i < SMALL; i++) {
                all.add((i % 2 == 0 ? alice : bob).submit(new Work.Square(i, 5)));
            }
            for (int i = 0; i < 5; i++) {
                all.add(alice.submit(new Bad(i)));
            }
            Files.createFile(gate);
            all.add(task);
            Awaitility.await("all have ended")
                    .atMost(StartedNodes.LIMIT)
                    .until(() -> all.stream().allMatch(TaskHandle::isDone));

            Path page = folder.resolve("job.html");
            String said = fine(nodes, "report", alice.jobId(), "-o", page.toString()).out();
            assertThat(said).contains((SMALL / 2 + 6) + " tasks", page.toString());
            checkPage(Files.readString(page));

            Path trace = folder.resolve("job.json");
            fine(nodes, "trace", alice.jobId(), "-o", trace.toString());
            checkTrace(JSON.std.mapFrom(Files.readString(trace)));

            Command.Ended unknown = ask(nodes, "report", "3k7x0a9q2m4fz");
            assertThat(unknown.exitCode()).as(unknown.toString()).isEqualTo(3);
            assertThat(unknown.err()).contains("no node has records of job 3k7x0a9q2m4fz");
        }
    }

    /** To another node, as it runs. */
    private void moved(StartedNodes nodes, TaskHandle<Integer> task) throws Exception {
        List<String> place = new ArrayList<>();
        Awaitility.await("it runs")
                .atMost(StartedNodes.LIMIT)
                .until(() -> {
                    Map<String, Object> said =
                            JSON.std.mapFrom(fine(nodes, "tasks", "--json").out());
                    for (Object each : (List<?>) said.get("tasks")) {
                        Map<?, ?> line = (Map<?, ?>) each;
                        if (task.id().equals(line.get("task"))
                                && "RUNNING".equals(line.get("state"))) {
                            place.add(String.valueOf(line.get("node")));
                        }
                    }
                    return !place.isEmpty();
                });
        fine(nodes, "pause", place.getFirst(), "--within", "60s");
        Awaitility.await("it has moved")
                .atMost(StartedNodes.LIMIT)
                .until(() -> fine(nodes, "explain", task.id()).out().contains("resumed from"));
        fine(nodes, "resume", place.getFirst());
    }

    private static void checkPage(String page) throws IOException {
        assertThat(page).doesNotContain("<img src=x>").doesNotContain("alert(");
        Matcher found = DATA.matcher(page);
        assertThat(found.find()).isTrue();
        Map<String, Object> data;
        try (var in =
                new InflaterInputStream(
                        new ByteArrayInputStream(Base64.getDecoder().decode(found.group(1))))) {
            data = JSON.std.mapFrom(in.readAllBytes());
        }
        Map<?, ?> job = (Map<?, ?>) data.get("job");
        assertThat(job.get("name")).isEqualTo("<img src=x>");
        assertThat(job.get("tasks")).isEqualTo(SMALL / 2 + 6);
        assertThat(job.get("failed")).isEqualTo(5);
        assertThat((Integer) job.get("moves")).isPositive();
        assertThat((List<?>) data.get("machines")).as("those with workers").hasSize(2);
        assertThat((List<?>) data.get("failures")).hasSize(1);
    }

    private static void checkTrace(Map<String, Object> trace) {
        List<?> events = (List<?>) trace.get("traceEvents");
        assertThat(count(events, "ph", "s")).isPositive().isEqualTo(count(events, "ph", "f"));
        assertThat(
                        events.stream()
                                .map(event -> ((Map<?, ?>) event).get("args"))
                                .filter(args ->
                                        args instanceof Map<?, ?> of && of.containsKey("task"))
                                .map(args -> ((Map<?, ?>) args).get("task"))
                                .distinct()
                                .count())
                .isEqualTo(SMALL / 2 + 6);
    }

    private static long count(List<?> events, String field, String value) {
        return events.stream()
                .filter(event -> value.equals(((Map<?, ?>) event).get(field)))
                .count();
    }
}
