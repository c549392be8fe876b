package org.evenkeel.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The cluster of docker/compose.yaml. */
@NeedsEngine
@Timeout(300)
class ComposeContainerIT {

    @Test
    void clusterIsThereByOneCommandAndAMachineComesBackUnderItsName() throws Exception {
        List<String> command = Compose.find();
        assumeTrue(
                !command.isEmpty() || TestImage.isRequired(),
                "there is neither docker compose nor docker-compose");
        assertThat(command).as("docker compose or docker-compose").isNotEmpty();
        try (Compose compose = Compose.with(command)) {
            compose.run("up", "-d", "--scale", "daemon=2");
            Set<String> all = awaitNodes(compose, 3);
            assertThat(all).contains("authority");
            assertThat(queens(compose, 13)).contains("13 queens: 73,712 solutions");

            String one = compose.containers("daemon").getFirst();
            awaitHealth(compose, one);
            compose.docker("kill", one);
            compose.docker("start", one);
            awaitHealth(compose, one);
            assertThat(awaitNodes(compose, 3)).isEqualTo(all);
            assertThat(queens(compose, 12)).contains("12 queens: 14,200 solutions");

            compose.docker("stop", "--time", "30", one);
            assertThat(compose.docker("inspect", "-f", "{{.State.ExitCode}}", one).strip())
                    .as("exit code of a daemon that was asked to leave")
                    .isEqualTo("0");
        }
    }

    private static Set<String> awaitNodes(Compose compose, int count) {
        return Awaitility.await(count + " nodes")
                .atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(500))
                .until(compose::nodes, nodes -> nodes.size() == count);
    }

    private static void awaitHealth(Compose compose, String container) {
        Awaitility.await("health of " + container)
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(500))
                .until(() -> compose.health(container), "healthy"::equals);
    }

    private static String queens(Compose compose, int n) throws Exception {
        return compose.run(
                "run",
                "--rm",
                "-T",
                "client",
                "org.evenkeel.examples.queens.Queens",
                "--n",
                Integer.toString(n));
    }
}
