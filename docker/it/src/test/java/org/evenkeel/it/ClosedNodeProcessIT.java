package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node whose calendar has it closed takes part and runs nothing; see CalendarProcessIT. */
@Tag("extended")
class ClosedNodeProcessIT {
    /** Seconds after its start, longer than any test. */
    private static final String LATER = "{open=[5000-6000]}";

    @TempDir Path state;

    @Test
    void tasksRunWhereItIsOpenAndCommandsSayWhatIsClosed() throws Exception {
        String seed = "127.0.0.1:" + Ports.reserve(1);
        Setup open =
                Setup.machine("n1", 1)
                        .flags("--seeds", "", "--listen", seed, "--policy", "calendar");
        try (StartedNodes n1 = StartedNodes.start(open)) {
            Setup closed =
                    Setup.joining("n2", 1, n1, seed)
                            .flags("--policy", "calendar", "--calendar", LATER);
            try (StartedNodes n2 = StartedNodes.start(closed);
                    Cluster cluster = n2.connect("n2")) {
                Awaitility.await("n1 and n2 are linked")
                        .atMost(StartedNodes.LIMIT)
                        .until(() -> n2.ask("n2", "nodes", "").contains("\"up\":true"));
                List<TaskHandle<Long>> handles = new ArrayList<>();
                for (int i = 0; i < 20; i++) {
                    handles.add(cluster.submit(new Work.Square(i, 5)));
                }
                for (int i = 0; i < handles.size(); i++) {
                    assertThat(handles.get(i).get(StartedNodes.LIMIT))
                            .as(n2::logs)
                            .isEqualTo((long) i * i);
                    assertThat(handles.get(i).where()).isEqualTo("n1");
                }
                assertThat(hours(n2)).containsEntry("open", false);
                Command.Ended nodes =
                        new Command(state).run("nodes", "--cluster-dir", n2.directory.toString());
                assertThat(nodes.out()).as(nodes.toString()).contains("closed until");
            }
        }
    }

    @SuppressWarnings("unchecked") // JSON
    private static Map<String, Object> hours(StartedNodes n2) throws Exception {
        return (Map<String, Object>) JSON.std.mapFrom(n2.ask("n2", "nodes", "")).get("hours");
    }
}
