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
import org.evenkeel.api.TaskOptions;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code evenkeel tasks} where three nodes have more tasks than an answer can name. */
@LongForm
class TasksProcessIT {
    private static final int TASKS = 1_500;

    /** A node names so many in an answer. */
    private static final int MAX_OF_NODE = 1_001;

    private static final TaskOptions LONG_NAMES = TaskOptions.DEFAULT.withName("x".repeat(250));

    @TempDir Path folder;

    private static Map<String, Object> tasks(Command evenkeel, StartedNodes nodes, int limit)
            throws Exception {
        Command.Ended ended =
                evenkeel.run(
                        "tasks",
                        "--limit",
                        String.valueOf(limit),
                        "--json",
                        "--cluster-dir",
                        nodes.directory.toString());
        assertThat(ended.exitCode()).as(ended.err() + nodes.logs()).isZero();
        return JSON.std.mapFrom(ended.out());
    }

    /** Of an answer of all nodes; a busy one may be silent at first, which the answer says. */
    private static void check(Command evenkeel, StartedNodes nodes, int limit, int tasks) {
        Awaitility.await("all nodes answer")
                .atMost(StartedNodes.LIMIT)
                .untilAsserted(() -> {
                    Map<String, Object> answer = tasks(evenkeel, nodes, limit);
                    assertThat(answer)
                            .containsEntry("silent", List.of())
                            .containsEntry("more", true);
                    assertThat((List<?>) answer.get("tasks")).hasSize(tasks);
                });
    }

    @Test
    void anAnswerOfBusyNodesIsBoundedAndSaysThatThereIsMore() throws Exception {
        Command evenkeel = new Command(folder.resolve("state"));
        Path gate = folder.resolve("gate");
        try (StartedNodes nodes = StartedNodes.start(Setup.of(3, 1));
                Cluster first = nodes.connect("n1");
                Cluster second = nodes.connect("n2");
                Cluster third = nodes.connect("n3")) {
            List<TaskHandle<Long>> handles = new ArrayList<>();
            for (int i = 0; i < TASKS; i++) {
                for (Cluster cluster : List.of(first, second, third)) {
                    handles.add(
                            cluster.submit(new Work.GatedSquare(i, gate.toString()), LONG_NAMES));
                }
            }
            Awaitility.await("each node has more tasks than it names")
                    .atMost(StartedNodes.LIMIT)
                    .untilAsserted(() -> {
                        for (String node : nodes.names) {
                            Map<String, Object> answer =
                                    JSON.std.mapFrom(nodes.ask(node, "tasks", ""));
                            assertThat((List<?>) answer.get("tasks")).hasSize(MAX_OF_NODE);
                        }
                    });
            check(evenkeel, nodes, 10, 10);
            check(evenkeel, nodes, 1_000, 1_000);
            check(evenkeel, nodes, 100_000, nodes.names.size() * MAX_OF_NODE);
            assertThat(nodes.logs()).as("no link was cut").doesNotContain("closed:");
            Files.createFile(gate);
            for (TaskHandle<Long> handle : handles) {
                handle.get(StartedNodes.LIMIT);
            }
        }
    }
}
