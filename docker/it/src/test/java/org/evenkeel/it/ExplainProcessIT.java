package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.nio.file.Files;
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

/** Three machines, of which one is paused, and two submitters with more tasks than workers. */
@Tag("extended")
class ExplainProcessIT {

    @TempDir Path directory;

    private final List<TaskHandle<Long>> handles = new ArrayList<>();
    private Command evenkeel;

    private Command.Ended explain(TaskHandle<?> task, StartedNodes at, String... more)
            throws Exception {
        List<String> words = new ArrayList<>(List.of("explain", task.id()));
        words.addAll(List.of("--cluster-dir", at.directory.toString()));
        words.addAll(List.of(more));
        return evenkeel.run(words.toArray(String[]::new));
    }

    private void submit(Cluster cluster, Path gate) {
        for (int i = 0; i < 6; i++) {
            handles.add(cluster.submit(new Work.GatedSquare(i, gate.toString())));
        }
    }

    /** What nodes say of a task now, from the JSON of the command; first the one that has it. */
    private static List<Map<?, ?>> now(Command.Ended ended) throws Exception {
        List<Map<?, ?>> nodes = new ArrayList<>();
        for (Object each : (List<?>) JSON.std.mapFrom(ended.out()).get("now")) {
            nodes.add((Map<?, ?>) each);
        }
        return nodes;
    }

    private static Map<?, ?> at(String node, List<Map<?, ?>> nodes) {
        return nodes.stream()
                .filter(each -> node.equals(each.get("node")))
                .findFirst()
                .orElseThrow();
    }

    private static String codes(Map<?, ?> now) {
        return now.get("reasons").toString();
    }

    @Test
    void aTaskThatWaitsHasAllReasonsOfEachNode() throws Exception {
        evenkeel = new Command(directory.resolve("state"));
        Path gate = directory.resolve("gate");
        String seed = "127.0.0.1:" + Ports.reserve(1);
        Setup first = Setup.machine("n1", 1).flags("--seeds", "", "--listen", seed);
        try (StartedNodes n1 = StartedNodes.start(first);
                StartedNodes n2 = StartedNodes.start(Setup.joining("n2", 1, n1, seed));
                StartedNodes n3 = StartedNodes.start(Setup.joining("n3", 1, n1, seed));
                Cluster alice = n1.connect("n1");
                Cluster bob = n2.connect("n2")) {
            String there = n1.directory.toString();
            Command.Ended paused = evenkeel.run("pause", "n3", "--cluster-dir", there);
            assertThat(paused.exitCode()).as(paused + n3.logs()).isZero();
            submit(alice, gate);
            submit(bob, gate);
            TaskHandle<Long> last = handles.get(5);
            Awaitility.await("alice's last task waits for a worker")
                    .atMost(StartedNodes.LIMIT)
                    .untilAsserted(() -> {
                        Command.Ended json = explain(last, n1, "--json");
                        List<Map<?, ?>> nodes = now(json);
                        assertThat(nodes).as(json + n1.logs()).hasSize(3);
                        assertThat(nodes.getFirst().get("state")).isEqualTo("READY");
                        assertThat(codes(nodes.getFirst())).contains("BUSY");
                        assertThat(codes(at("n3", nodes))).contains("NOT_OPEN", "paused by");
                    });
            Command.Ended idle = evenkeel.run("why-idle", "n3", "--cluster-dir", there);
            assertThat(idle.exitCode()).as(idle + n1.logs()).isZero();
            assertThat(idle.out())
                    .startsWith("n3: 1 of 1 workers idle; ")
                    .contains("paused by", " --on n3 shows one of them");
            Command.Ended none = evenkeel.run("why-idle", "n9", "--cluster-dir", there);
            assertThat(none.exitCode()).isEqualTo(3);
            assertThat(none.err()).contains("node n9 did not answer; these did: n1, n2, n3");
            Command.Ended text = explain(last, n1);
            assertThat(text.out())
                    .contains("Now:", "  waits for ", "its worker is busy", "paused by");
            Command.Ended only = explain(last, n1, "--on", "n3");
            assertThat(only.out()).contains("  n3  ").doesNotContain("accepted by");
            Command.Ended unknown = explain(last, n1, "--on", "n9");
            assertThat(unknown.exitCode()).isEqualTo(3);
            assertThat(unknown.err()).contains("node n9 did not answer", "n1, n2, n3");
            Files.createFile(gate);
            for (int i = 0; i < handles.size(); i++) {
                assertThat(handles.get(i).get(StartedNodes.LIMIT))
                        .as(n1::logs)
                        .isEqualTo((long) (i % 6) * (i % 6));
            }
        }
    }
}
