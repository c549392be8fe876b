package org.evenkeel.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The stack of docker/swarm.yaml, on a Swarm of one machine. */
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
