package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.evenkeel.it.StartedNodes.at;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes leave, and one dies, while parents on them wait for their children. */
class MovedParentsProcessIT {
    private static final Duration SOON = StartedNodes.LIMIT;

    @TempDir Path folder;
    private StartedNodes nodes;

    private void start(int count) throws Exception {
        nodes = StartedNodes.start(Setup.of(count, 2).leaving("60s"));
    }

    @AfterEach
    void stop() {
        StartedNodes started = nodes;
        if (started != null) {
            started.close();
        }
    }

    private Path file() {
        return folder.resolve("steps");
    }

    private List<String> lines() {
        try {
            return Files.exists(file()) ? Files.readAllLines(file()) : List.of();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void awaitLines(int count) {
        Awaitility.await(count + " lines")
                .atMost(SOON)
                .pollInterval(Duration.ofMillis(20))
                .untilAsserted(() ->
                        assertThat(lines()).as(nodes::logs).hasSizeGreaterThanOrEqualTo(count));
    }

    @Test
    @LongForm
    void parentThatWaitsLeavesWithItsNode() throws Exception {
        start(2);
        try (Cluster cluster = nodes.connect("n1")) {
            TaskHandle<String> parent =
                    cluster.submit(new Parents.Waits(file().toString(), 16), at(cluster, "n2"));
            awaitLines(1);
            assertThat(nodes.stop("n2")).as("it waits for no child").isZero();
            Files.createFile(Path.of(file() + ".gate"));
            assertThat(parent.get(SOON)).as(nodes::logs).isEqualTo("16 n2 n1");
            assertThat(lines().stream().filter(line -> line.startsWith("child")))
                    .as("each child has run")
                    .map(line -> line.substring(0, line.indexOf(' ')))
                    .contains("child0", "child7", "child15");
        }
    }

    /** The nodes leave one after the other, that of the root and the client's too; one dies. */
    @Test
    @LongForm
    void treeOfParentsIsCountedRightWhileNodesLeaveAndOneDies() throws Exception {
        start(4);
        int depth = 7;
        try (Cluster cluster = nodes.connect("n1")) {
            TaskHandle<Integer> root =
                    cluster.submit(
                            new Parents.Tree(file().toString(), "", depth, 400), at(cluster, "n2"));
            awaitLines(8);
            for (String node : List.of("n2", "n3", "n1")) {
                int before = lines().size();
                assertThat(nodes.stop(node)).as(node + nodes.logs()).isZero();
                nodes.restart(node);
                Awaitility.await("the tree grows on")
                        .atMost(SOON)
                        .until(() -> root.isDone() || lines().size() >= before + 4);
            }
            nodes.kill("n4");
            nodes.start("n4");
            assertThat(root.get(Duration.ofMinutes(4))).as(nodes::logs).isEqualTo(1 << depth);
            assertThat(
                            lines().stream()
                                    .map(line -> line.substring(0, line.indexOf(' ')))
                                    .distinct()
                                    .count())
                    .as("leaves that have run")
                    .isEqualTo(1 << depth);
        }
    }
}
