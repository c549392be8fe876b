package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.it.Command.Ended;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What ran is what is simulated: the events of real daemons have the same effects in a kernel of
 * the laboratory, event by event.
 */
@Tag("extended")
class EventReplayProcessIT {
    private static final int TASKS = 120;
    private static final int ANEW = 40;

    @TempDir static Path state;

    @Test
    void recordedEventsHaveTheRecordedEffects() throws Exception {
        Path events = state.resolve("events");
        Setup setup =
                Setup.of(3, 2)
                        .leaving("10s")
                        .flags(
                                "--policy",
                                "hybrid(relay=on)",
                                "--record-events",
                                events.resolve(StartedNodes.NODE + ".events").toString());
        try (StartedNodes nodes = StartedNodes.start(setup);
                Cluster cluster = nodes.connect("n1")) {
            run(submit(cluster, TASKS));
            List<TaskHandle<String>> handles = submit(cluster, TASKS);
            nodes.kill("n2");
            run(handles);
            Files.move(
                    events.resolve("n2.events"),
                    events.resolve("n2-killed.events"),
                    StandardCopyOption.ATOMIC_MOVE);
            nodes.restart("n2");
            nodes.awaitReady("n2");
            handles = submit(cluster, ANEW);
            nodes.stop("n3");
            run(handles);
        }
        Ended replay = new Command(state).run("lab", "replay", events.toString(), "--json");
        assertThat(replay.exitCode()).as(replay.out() + replay.err()).isZero();
        List<Map<String, Object>> recordings = recordings(replay.out());
        assertThat(recordings)
                .extracting(one -> one.get("node"))
                .containsExactlyInAnyOrder("n1", "n2", "n2", "n3");
        assertThat(recordings).allSatisfy(one -> assertThat(one).containsEntry("equal", true));
        assertThat(recordings)
                .filteredOn(one -> one.get("node").equals("n1"))
                .allSatisfy(one ->
                        assertThat(((Number) one.get("events")).intValue()).isGreaterThan(TASKS));
    }

    private static List<TaskHandle<String>> submit(Cluster cluster, int count) {
        List<TaskHandle<String>> handles = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            handles.add(cluster.submit(new Work.Spin(10)));
        }
        return handles;
    }

    private static void run(List<TaskHandle<String>> handles) throws Exception {
        for (TaskHandle<String> handle : handles) {
            assertThat(handle.get(StartedNodes.LIMIT)).startsWith("n");
        }
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> recordings(String json) throws Exception {
        return (List<Map<String, Object>>) (List<?>) JSON.std.listFrom(json);
    }
}
