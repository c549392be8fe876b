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
        flags = {"--drain-grace", "20s", CompileOnce.WORKERS},
        jvmOptions = CompileOnce.DAEMONS)
class DrainContainerIT {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final String NOTE = "/tmp/walk-begun";
    private static final String GATE = "/tmp/walk-may-end";

    /**
     * Takes steps until there is a file where it has taken one, and yields their number, their sum
     * and where it was.
     */
    record Walk(int millis) implements Task<String> {
        @Override
        public String run(TaskContext context) throws IOException, InterruptedException {
            Files.writeString(Path.of(NOTE), "");
            List<String> nodes = new ArrayList<>();
            long sum = 0;
            int step = 0;
            do {
                if (nodes.isEmpty() || !nodes.getLast().equals(context.node())) {
                    nodes.add(context.node());
                }
                step++;
                sum += step;
                Thread.sleep(millis);
                context.checkpoint();
            } while (!nodes.getLast().equals(context.node()) || !Files.exists(Path.of(GATE)));
            return step + " " + sum + " " + nodes;
        }
    }

    @Test
    void stoppedMachineMovesWhatRunsThere(EvenkeelCluster machines) throws Exception {
        try (Cluster cluster = machines.builder("n1").bundle(code()).connect()) {
            TaskHandle<String> walk =
                    cluster.submit(new Walk(20), TaskOptions.DEFAULT.withNode("n2"));
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
            machines.node("n1").bash("touch " + GATE);
            String[] words = walk.get(LIMIT).split(" ", 3);
            long steps = Long.parseLong(words[0]);
            assertThat(words[1]).isEqualTo(String.valueOf(steps * (steps + 1) / 2));
            // Begun again it would have been at n1 alone.
            assertThat(words[2]).isEqualTo("[n2, n1]");
        }
    }

    private static Path code() throws URISyntaxException {
        return Path.of(Walk.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
