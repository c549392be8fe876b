package org.evenkeel.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The cluster of docker/compose.yaml. */
@NeedsEngine
@Timeout(900)
class ComposeContainerIT {
    private static final String KEY = "/var/lib/evenkeel/clusters/default/authority/ca.pem";

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
            awaitMaster(compose);
            assertThat(queens(compose, 13)).contains("13 queens: 73,712 solutions");
            assertEverybodyWorksButTheMaster(compose);
            assertVolumeOfAllGetsNobodyTheKey(compose);

            String one = compose.containers("daemon").getFirst();
            awaitHealth(compose, one);
            compose.docker("kill", one);
            compose.docker("start", one);
            awaitHealth(compose, one);
            assertThat(awaitNodes(compose, 3)).isEqualTo(all);
            awaitMaster(compose);
            assertThat(queens(compose, 12)).contains("12 queens: 14,200 solutions");

            compose.docker("stop", "--time", "30", one);
            assertThat(compose.docker("inspect", "-f", "{{.State.ExitCode}}", one).strip())
                    .as("exit code of a daemon that was asked to leave")
                    .isEqualTo("0");
        }
    }

    /**
     * All daemons know the master of scheduling phases, and it answers. Each question starts a JVM
     * in a container, which took 7 s where both processors were busy.
     */
    private static void awaitMaster(Compose compose) throws Exception {
        List<String> machines = compose.machines();
        Awaitility.await("master")
                .atMost(Duration.ofMinutes(3))
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> {
                    for (String container : machines) {
                        assertThat(phases(compose, container).get("masters"))
                                .as("master as %s knows it", container)
                                .isEqualTo(List.of("authority"));
                    }
                });
    }

    private static Map<String, Object> phases(Compose compose, String container) throws Exception {
        return ask(compose, container, "lab", "phases");
    }

    /** A node that does not answer in time is told of first. */
    private static Map<String, Object> ask(Compose compose, String container, String... command)
            throws Exception {
        List<String> words = new ArrayList<>(List.of("exec", container, "evenkeel"));
        words.addAll(List.of(command));
        words.add("--json");
        String said = compose.docker(words.toArray(String[]::new));
        return JSON.std.mapFrom(said.substring(said.indexOf('{')));
    }

    private static void assertEverybodyWorksButTheMaster(Compose compose) throws Exception {
        String master = compose.containers("authority").getFirst();
        Awaitility.await("what each has run")
                .atMost(Duration.ofMinutes(3))
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> {
                    Map<String, Long> runs = runs(compose, master);
                    System.out.println("Tasks that each has run: " + runs);
                    assertThat(runs)
                            .hasSize(3)
                            .allSatisfy((node, run) ->
                                    assertThat(run > 0)
                                            .as(node)
                                            .isEqualTo(!node.equals("authority")));
                });
    }

    private static Map<String, Long> runs(Compose compose, String container) throws Exception {
        Map<String, Long> runs = new TreeMap<>();
        for (Object one : (List<?>) ask(compose, container, "nodes").get("nodes")) {
            Map<?, ?> node = (Map<?, ?>) one;
            if (node.get("totals") instanceof Map<?, ?> totals) {
                runs.put(
                        String.valueOf(node.get("node")), ((Number) totals.get("run")).longValue());
            }
        }
        return runs;
    }

    /**
     * See TokenServiceProcessIT; here the directories are of two volumes, and who writes is a
     * machine.
     */
    private static void assertVolumeOfAllGetsNobodyTheKey(Compose compose) throws Exception {
        String authority = compose.containers("authority").getFirst();
        String before = compose.docker("exec", authority, "bash", "-c", "wc -c < " + KEY);
        assertThat(Integer.parseInt(before.strip())).isGreaterThan(100);
        compose.docker(
                "exec",
                compose.containers("daemon").getFirst(),
                "bash",
                "-c",
                "cd /var/lib/evenkeel-join; ln -s %s a.request; ln -s %s b.part; ln -s %s b.answer;"
                                .formatted(KEY, KEY, KEY)
                        + " mkdir c.answer; mkdir b.daemon.request c.daemon.request");
        Awaitility.await("b's answer in place of the link, and word of c")
                .atMost(Duration.ofMinutes(3))
                .untilAsserted(() -> {
                    assertThat(
                                    compose.docker(
                                            "exec",
                                            authority,
                                            "head",
                                            "-c",
                                            "14",
                                            "/var/lib/evenkeel-join/b.answer"))
                            .isEqualTo("evenkeel join ");
                    assertThat(compose.docker("logs", authority))
                            .contains("for c could not be put there");
                });
        assertThat(compose.docker("exec", authority, "bash", "-c", "wc -c < " + KEY))
                .isEqualTo(before);
        assertThat(compose.docker("logs", authority)).doesNotContain("PRIVATE KEY");
    }

    private static Set<String> awaitNodes(Compose compose, int count) {
        return Awaitility.await(count + " nodes")
                .atMost(Duration.ofMinutes(3))
                .pollInterval(Duration.ofMillis(500))
                .until(compose::nodes, nodes -> nodes.size() == count);
    }

    private static void awaitHealth(Compose compose, String container) {
        Awaitility.await("health of " + container)
                .atMost(Duration.ofMinutes(3))
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
