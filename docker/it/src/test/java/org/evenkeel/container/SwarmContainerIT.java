package org.evenkeel.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.evenkeel.it.Alone;
import org.evenkeel.testcontainers.engine.RunLabel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The stack of docker/swarm.yaml, on a Swarm of one machine. */
@Alone
@NeedsEngine
@Timeout(300)
class SwarmContainerIT {

    @Test
    void stackIsAClusterAndAKilledDaemonIsReplacedUnderItsName() throws Exception {
        try (Swarm swarm = new Swarm()) {
            swarm.deploy();
            Set<String> all = awaitTwo(swarm);
            assertThat(all).contains("authority").anyMatch(name -> name.startsWith("daemon-"));
            assertThat(swarm.queens(12)).contains("12 queens: 14,200 solutions");

            String before = swarm.container("daemon");
            Shell.run("docker", "kill", before);
            Awaitility.await("another container")
                    .atMost(Duration.ofMinutes(1))
                    .pollInterval(Duration.ofMillis(500))
                    .until(() -> !Set.of("", before).contains(swarm.container("daemon")));
            awaitReady(swarm);
            assertThat(awaitTwo(swarm)).isEqualTo(all);
        }
    }

    /** By the script that each build runs before its first test with containers. */
    @Test
    void swarmOfAKilledTestIsLeftByTheNext() throws Exception {
        assumeTrue(Swarm.state().equals("inactive"), "this engine is in a Swarm");
        Map<String, String> labels = new TreeMap<>(RunLabel.ours());
        Swarm.make(labels);
        try {
            Shell.run("../../docker/sweep.sh");
            assertThat(Swarm.state()).as("Swarm of a test that runs").isEqualTo("active");
            Swarm.leave();
            labels.put(RunLabel.RUN, "999999999:1");
            Swarm.make(labels);
            Shell.run("../../docker/sweep.sh");
            assertThat(Swarm.state()).as("Swarm of a test that is over").isEqualTo("inactive");
        } finally {
            if (!Swarm.state().equals("inactive")) {
                Swarm.leave();
            }
        }
    }

    private static Set<String> awaitTwo(Swarm swarm) {
        return Awaitility.await("two nodes")
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(500))
                .until(swarm::nodes, nodes -> nodes.size() == 2);
    }

    private static void awaitReady(Swarm swarm) {
        Awaitility.await("the new daemon is ready")
                .atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofMillis(500))
                .until(
                        () -> Shell.run("docker", "logs", swarm.container("daemon")),
                        log -> log.contains(" is ready on "));
    }
}
