package org.evenkeel.it;

import static java.nio.file.StandardWatchEventKinds.ENTRY_CREATE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_MODIFY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.evenkeel.it.StartedNodes.at;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tasks with large arrays move; who sends or takes them is killed in the middle of that. */
class LargeMovesProcessIT {
    private static final Duration SOON = StartedNodes.LIMIT;
    private static final int BYTES = 64 << 20;

    @TempDir Path folder;
    private StartedNodes nodes;

    private void start(int count) throws IOException {
        // With the usual leases: a busy machine takes seconds to write and send these.
        nodes = StartedNodes.start(Setup.of(count, 1).flags("--drain-grace", "60s"));
    }

    @AfterEach
    void stop() {
        StartedNodes started = nodes;
        if (started != null) {
            started.close();
        }
    }

    private TaskHandle<String> large(Cluster cluster, String node) {
        MovingWork.LargeArrays task =
                new MovingWork.LargeArrays(folder.resolve("large").toString(), BYTES);
        TaskHandle<String> handle = cluster.submit(task, at(cluster, node));
        Awaitility.await("the arrays are there")
                .atMost(SOON)
                .untilAsserted(() -> assertThat(begun()).as(nodes::logs).hasSize(2));
        return handle;
    }

    /** A line when the task begins, and one when it has its arrays. */
    private List<String> begun() throws IOException {
        Path file = folder.resolve("large");
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    private Path blobs(String node) {
        return nodes.directory.resolve("nodes").resolve(node).resolve("blobs");
    }

    /** Files that come to a node from now on; none is missed, however short it is there. */
    private WatchService watch(String node) throws IOException {
        WatchService watch = FileSystems.getDefault().newWatchService();
        blobs(node).register(watch, ENTRY_CREATE, ENTRY_MODIFY);
        return watch;
    }

    /** Waits until a node has a part of the checkpoint, or has had all of it. */
    private void awaitPart(String node, WatchService coming, TaskHandle<?> large)
            throws IOException, InterruptedException {
        long end = System.nanoTime() + SOON.toNanos();
        while (System.nanoTime() < end) {
            WatchKey key = coming.poll(100, TimeUnit.MILLISECONDS);
            for (WatchEvent<?> event : key == null ? List.<WatchEvent<?>>of() : key.pollEvents()) {
                if (isOfCheckpoint(blobs(node).resolve(String.valueOf(event.context())))) {
                    return;
                }
            }
            if (key != null) {
                key.reset();
            }
        }
        throw new AssertionError("nothing comes to " + node + nodes.state(large.id()));
    }

    /** Nothing else comes then: a file that is gone was the whole checkpoint. */
    private static boolean isOfCheckpoint(Path file) {
        boolean part = String.valueOf(file.getFileName()).startsWith("tmp-");
        try {
            return Files.size(file) > (part ? 1 << 20 : BYTES);
        } catch (IOException e) {
            return !part; // a part has its name now
        }
    }

    private void letEnd() throws IOException {
        Files.createFile(folder.resolve("large.end"));
    }

    @Test
    @LongForm
    void arraysAreTheSameElsewhere() throws Exception {
        start(2);
        try (Cluster cluster = nodes.connect("n1")) {
            at(cluster, "n1");
            TaskHandle<String> large = large(cluster, "n2");
            assertThat(nodes.stop("n2")).as(nodes::logs).isZero();
            letEnd();
            assertThat(large.get(SOON)).as(nodes::logs).isEqualTo("true n2 n1");
            assertThat(begun()).hasSize(2);
        }
    }

    /** The only copy of the checkpoint is gone: the task begins anew. */
    @Test
    @LongForm
    void theSourceIsKilledWhileItSends() throws Exception {
        start(2);
        try (Cluster cluster = nodes.connect("n1")) {
            at(cluster, "n1");
            TaskHandle<String> large = large(cluster, "n2");
            try (WatchService coming = watch("n1")) {
                nodes.daemon("n2").destroy();
                awaitPart("n1", coming, large);
            }
            nodes.kill("n2");
            letEnd();
            assertThat(large.get(SOON)).as(nodes::logs).startsWith("true ").endsWith(" n1");
        }
    }

    /** The owner has the checkpoint: it goes on from there. */
    @Test
    @LongForm
    void theTargetIsKilledWhileItTakes() throws Exception {
        start(3);
        try (Cluster cluster = nodes.connect("n1")) {
            at(cluster, "n1");
            at(cluster, "n3");
            TaskHandle<String> large = large(cluster, "n2");
            Path gate = folder.resolve("gate");
            Path begun = folder.resolve("begun");
            TaskHandle<String> busy =
                    cluster.submit(
                            new MovingWork.Held(begun.toString(), gate.toString()),
                            TaskOptions.DEFAULT.withNode("n1"));
            Awaitility.await("n1 is busy").atMost(SOON).until(() -> Files.exists(begun));
            try (WatchService coming = watch("n3")) {
                nodes.daemon("n2").destroy();
                awaitPart("n3", coming, large);
            }
            nodes.kill("n3");
            Files.createFile(gate);
            letEnd();
            assertThat(large.get(SOON)).as(nodes::logs).isEqualTo("true n2 n1");
            assertThat(begun()).as("it did not begin anew").hasSize(2);
            assertThat(busy.get(SOON)).isEqualTo("n1");
        }
    }
}
