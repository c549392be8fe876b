package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.chaos.NodeProcess;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A full disk where a task runs costs time, and no task. */
@LongForm
@EnabledOnOs(OS.LINUX) // prlimit
class FullDiskProcessIT {
    private static final int LARGE = 1_000_000;

    @TempDir Path folder;
    private StartedNodes nodes;
    private Cluster cluster;

    @BeforeEach
    void start() throws Exception {
        nodes = StartedNodes.start(Setup.of(2, 1));
        cluster = nodes.connect("n1");
    }

    @AfterEach
    void stop() {
        cluster.close();
        nodes.close();
    }

    /**
     * Notes its worker's directory, waits for a file, and yields what does not fit into a frame.
     */
    record Gated(int seed, String begun, String gate) implements Task<byte[]> {
        @Override
        public byte[] run(TaskContext context) throws Exception {
            Files.writeString(
                    Path.of(begun),
                    System.getProperty("java.io.tmpdir") + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
            while (!Files.exists(Path.of(gate))) {
                Thread.sleep(5);
            }
            return bytes(seed);
        }
    }

    private static byte[] bytes(int seed) {
        byte[] bytes = new byte[LARGE];
        new SplittableRandom(seed).nextBytes(bytes);
        return bytes;
    }

    private Path gate() {
        return folder.resolve("gate");
    }

    /** A line for each run of the task. */
    private List<String> begun(String node) throws IOException {
        Path file = folder.resolve(node);
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    @Test
    void resultsWaitForRoomOnTheWorkersDisk() throws Exception {
        List<TaskHandle<byte[]>> handles = new ArrayList<>();
        for (String node : nodes.names) {
            Gated task =
                    new Gated(handles.size(), folder.resolve(node).toString(), gate().toString());
            handles.add(cluster.submit(task, StartedNodes.at(cluster, node)));
        }
        Map<String, Set<String>> attempts = new TreeMap<>();
        try (WatchService watch = FileSystems.getDefault().newWatchService()) {
            Map<String, WatchKey> keys = new TreeMap<>();
            for (String node : nodes.names) {
                Awaitility.await("a task runs on " + node)
                        .atMost(StartedNodes.LIMIT)
                        .until(() -> !begun(node).isEmpty());
                Path directory = Path.of(begun(node).getFirst());
                keys.put(node, directory.register(watch, StandardWatchEventKinds.ENTRY_CREATE));
                attempts.put(node, new HashSet<>());
            }
            limitWorkers(true);
            Files.createFile(gate());
            Awaitility.await("each worker tries again to store its result")
                    .atMost(StartedNodes.LIMIT)
                    .until(() -> {
                        keys.forEach((node, key) -> note(key, attempts.get(node)));
                        return attempts.values().stream().allMatch(each -> each.size() > 2);
                    });
        }
        assertThat(handles).as("tasks").noneMatch(TaskHandle::isDone);
        limitWorkers(false);
        for (int i = 0; i < handles.size(); i++) {
            assertThat(handles.get(i).get(StartedNodes.LIMIT)).as(nodes::logs).isEqualTo(bytes(i));
        }
        System.out.println("attempts to store results: " + attempts);
    }

    /** Each attempt to store a result makes a file of another name. */
    private static void note(WatchKey key, Set<String> names) {
        key.pollEvents().stream()
                .map(event -> String.valueOf(event.context()))
                .filter(name -> name.startsWith("result-"))
                .forEach(names::add);
    }

    private void limitWorkers(boolean full) {
        for (String node : nodes.names) {
            for (ProcessHandle worker : nodes.workers(node)) {
                assertThat(NodeProcess.limitFiles(worker.pid(), full))
                        .as("prlimit of %s", node)
                        .isTrue();
            }
        }
    }
}
