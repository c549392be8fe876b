package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;

/**
 * Tasks that write down each step they take, and do not end before they are let.
 *
 * @param directory for what they write
 */
record SteppingTasks(Path directory) {
    private static final int STEPS = 40;
    private static final int SUM = STEPS * (STEPS + 1) / 2;

    /**
     * Submits one that begins at n2.
     *
     * @param name of its file
     */
    TaskHandle<String> submit(Cluster cluster, String name) throws IOException {
        return submit(cluster, name, StartedNodes.at(cluster, "n2"));
    }

    TaskHandle<String> submit(Cluster cluster, String name, TaskOptions options)
            throws IOException {
        Files.createFile(hold(name));
        return cluster.submit(
                new MovingWork.Steps(file(name).toString(), 2, STEPS / 2, 50), options);
    }

    private Path file(String name) {
        return directory.resolve(name);
    }

    private Path hold(String name) {
        return directory.resolve(name + ".hold");
    }

    void letEnd(String name) throws IOException {
        Files.delete(hold(name));
    }

    /** Lines with the number of a step and the node. */
    List<String> steps(String name) throws IOException {
        return Files.exists(file(name)) ? Files.readAllLines(file(name)) : List.of();
    }

    void awaitBegun(StartedNodes where, String name) throws IOException {
        awaitBegun(where, name, "n2");
    }

    void awaitBegun(StartedNodes where, String name, String node) throws IOException {
        Awaitility.await(name + " has begun")
                .atMost(StartedNodes.LIMIT)
                .untilAsserted(() -> assertThat(steps(name)).as(where::logs).hasSizeGreaterThan(2));
        assertThat(steps(name).getFirst()).as("where it began").endsWith(" " + node);
    }

    /** It was at these nodes, as a regular expression, and took each step once, in order. */
    void check(TaskHandle<String> task, String name, String nodes, StartedNodes owner)
            throws Exception {
        assertThat(task.get(StartedNodes.LIMIT))
                .as(owner::logs)
                .matches(SUM + " \\[" + nodes + "]");
        assertThat(steps(name).stream().map(line -> Integer.valueOf(line.split(" ")[0])))
                .as("each step once, in order")
                .isEqualTo(IntStream.rangeClosed(1, STEPS).boxed().toList());
    }
}
