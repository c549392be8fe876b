package org.evenkeel.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.testcontainers.EvenkeelCluster;
import org.evenkeel.testcontainers.EvenkeelMachines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code docker stop}: within its grace period a machine moves what runs on it. */
@NeedsEngine
@Timeout(300)
@EvenkeelMachines(
        value = 2,
        flags = {"--drain-grace", "20s"})
class DrainContainerIT {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final String NOTE = "/tmp/walk-begun";

    /** Takes its steps one by one, and yields their sum and where it was. */
    record Walk(int steps, int millis) implements Task<String> {
        @Override
        public String run(TaskContext context) throws IOException, InterruptedException {
            Files.writeString(Path.of(NOTE), "");
            List<String> nodes = new ArrayList<>();
            long sum = 0;
            for (int step = 1; step <= steps; step++) {
                if (nodes.isEmpty() || !nodes.getLast().equals(context.node())) {
                    nodes.add(context.node());
                }
                sum += step;
                Thread.sleep(millis);
                context.checkpoint();
            }
            return sum + " " + nodes;
        }
    }

    @Test
    void stoppedMachineMovesWhatRunsThere(EvenkeelCluster machines) throws Exception {
        int steps = 1_200;
        try (Cluster cluster = machines.builder("n1").bundle(code()).connect()) {
            TaskHandle<String> walk =
                    cluster.submit(new Walk(steps, 20), TaskOptions.DEFAULT.withNode("n2"));
            Awaitility.await("the task runs on n2")
                    .atMost(LIMIT)
                    .pollInterval(Duration.ofMillis(200))
                    .until(() ->
                            machines.node("n2")
                                    .bash("test ! -e " + NOTE + " || echo there")
                                    .contains("there"));
            machines.node("n2").stop();
            assertThat(machines.node("n2").exitCode()).as("exit code of n2").isZero();
            assertThat(walk.isDone()).as("done before n2 had left").isFalse();
            // Begun again it would have been at n1 alone.
            assertThat(walk.get(LIMIT)).isEqualTo(steps * (steps + 1L) / 2 + " [n2, n1]");
        }
    }

    private static Path code() throws URISyntaxException {
        return Path.of(Walk.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
