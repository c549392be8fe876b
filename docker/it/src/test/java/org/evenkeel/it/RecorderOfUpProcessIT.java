package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The recorder that {@code evenkeel up} starts, {@code evenkeel down} ends, and others kill. */
@Tag("extended")
class RecorderOfUpProcessIT {
    private static final String QUEENS = "org.evenkeel.examples.queens.Queens";

    @TempDir Path state;
    @TempDir Path folder;
    private Command evenkeel;

    @BeforeEach
    void command() throws Exception {
        evenkeel = new Command(state);
    }

    @AfterEach
    void end() throws Exception {
        evenkeel.run("down", "--now");
        evenkeel.awaitNoLeftovers();
    }

    private Command.Ended fine(String... words) throws Exception {
        Command.Ended ended = evenkeel.run(words);
        assertThat(ended.exitCode()).as(ended.toString()).isZero();
        return ended;
    }

    private Map<String, Object> up(String... more) throws Exception {
        List<String> words = new ArrayList<>();
        words.addAll(List.of("up", "-n", "2", "--workers", "1", "--worker-heap", "256m", "--json"));
        words.addAll(List.of(more));
        return JSON.std.mapFrom(fine(words.toArray(String[]::new)).out());
    }

    private static ProcessHandle recorder(Map<String, Object> up) {
        assertThat(up).containsKey("recorder");
        return ProcessHandle.of(((Number) up.get("recorder")).longValue()).orElseThrow();
    }

    /** The first column of the rows; none while there is no record. */
    private List<Object> ask(String sql) throws Exception {
        Command.Ended ended = evenkeel.run("query", sql, "--json");
        return ended.exitCode() == 0
                ? JSON.std.listFrom(ended.out()).stream()
                        .map(row -> ((Map<?, ?>) row).values().iterator().next())
                        .map(Object.class::cast)
                        .toList()
                : List.of();
    }

    private void awaitRecords() {
        Awaitility.await("it records")
                .atMost(StartedNodes.LIMIT)
                .until(() -> !ask("select node from nodes").isEmpty());
    }

    @Test
    void aJobIsReportedWhenEverythingHasEnded() throws Exception {
        ProcessHandle recorder = recorder(up("--recorder"));
        assertThat(fine("nodes").out()).contains("recorder: process " + recorder.pid());
        fine("run", QUEENS, "--json", "--n", "9");
        Awaitility.await("its tasks are recorded")
                .atMost(StartedNodes.LIMIT)
                .until(() -> !ask("select job from tasks where outcome = 'succeeded'").isEmpty());
        fine("down");
        assertThat(recorder.isAlive()).isFalse();
        evenkeel.awaitNoLeftovers();

        String job = (String) ask("select max(job) from tasks").getFirst();
        Path page = folder.resolve("job.html");
        Command.Ended report = fine("report", job, "-o", page.toString());
        assertThat(report.err()).contains("is running here", "what a recorder has kept");
        assertThat(Files.readString(page)).contains("id=\"data\"");
        Path trace = folder.resolve("job.json");
        fine("trace", job, "--recorded", "-o", trace.toString());
        assertThat((List<?>) JSON.std.mapFrom(Files.readString(trace)).get("traceEvents"))
                .isNotEmpty();
        Command.Ended unknown = evenkeel.run("report", "3k7x0a9q2m4fz", "--recorded");
        assertThat(unknown.exitCode()).as(unknown.toString()).isEqualTo(3);
    }

    @Test
    @LongForm
    void aKilledRecorderHurtsNothingAndTheNextOneNamesTheGap() throws Exception {
        ProcessHandle recorder = recorder(up("--recorder"));
        awaitRecords();
        recorder.destroyForcibly();
        recorder.onExit().join();
        assertThat(fine("nodes").out()).contains("recorder: it has ended", "evenkeel recorder");
        fine("down");
        assertThat(recorder(up("--recorder")).pid()).isNotEqualTo(recorder.pid());
        Awaitility.await("the time between is a gap")
                .atMost(StartedNodes.LIMIT)
                .until(() -> ask("select cause from gaps").contains("recorder-stopped"));
        fine("down", "--now");
    }

    @Test
    @LongForm
    void oneThatRunsIsUsedAndContinuesAfterDown() throws Exception {
        assertThat(up("--no-recorder")).doesNotContainKey("recorder");
        Command.Started own = evenkeel.start("recorder");
        Awaitility.await("it records")
                .atMost(StartedNodes.LIMIT)
                .until(() -> own.output().contains("recording cluster"));
        Command.Started dashboard = evenkeel.start("dashboard", "--port", "0", "--json");
        Awaitility.await("it serves")
                .atMost(StartedNodes.LIMIT)
                .until(() -> Files.readString(dashboard.out()).contains("\n"));
        assertThat(recorder(JSON.std.mapFrom(Files.readString(dashboard.out()))).pid())
                .isEqualTo(own.process().pid());
        dashboard.process().destroy();
        dashboard.await();
        fine("down", "--now");
        assertThat(own.process().isAlive()).as(own.output()).isTrue();
        own.process().destroy();
        own.await();
    }

    /** Daemons that are killed leave it: the next down ends it. */
    @Test
    @LongForm
    void oneThatIsLeftAloneIsEndedByDown() throws Exception {
        Map<String, Object> up = up("--recorder");
        ProcessHandle recorder = recorder(up);
        awaitRecords();
        for (Object node : (List<?>) up.get("nodes")) {
            ProcessHandle.of(((Number) ((Map<?, ?>) node).get("pid")).longValue())
                    .ifPresent(ProcessHandle::destroyForcibly);
        }
        Awaitility.await("the daemons are gone")
                .atMost(StartedNodes.LIMIT)
                .until(() -> evenkeel.run("nodes").exitCode() == 3);
        assertThat(recorder.isAlive()).isTrue();
        assertThat(fine("down").out()).contains("its recorder has ended");
        assertThat(recorder.isAlive()).isFalse();
        assertThat(evenkeel.run("down").exitCode()).isEqualTo(3);
    }
}
