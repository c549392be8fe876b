package org.evenkeel.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.evenkeel.it.Alone;
import org.evenkeel.it.LongForm;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * From nothing to three machines and a user on a fourth, by the commands that docs/operations.md
 * names and nothing else. What they know of each other, commands and TLS told them.
 */
@Alone
@NeedsEngine
@Timeout(300)
class ThreeMachinesContainerIT {
    /** So that a test need not wait for half a minute until what died is given up. */
    private static final String SHORT_LEASES = " --holder-lease 2s --owner-lease 3s";

    @Tag("smoke")
    @Test
    void documentedCommandsMakeThreeMachinesOneClusterForSomebodyOnAFourth() throws Exception {
        try (Machines machines = new Machines("", "n1", "n2", "n3", "alice")) {
            told(
                    machines,
                    () -> {
                        assertThat(machines.on("n1").end("evenkeel nodes --here").exitCode())
                                .as("exit code where no daemon runs")
                                .isEqualTo(3);
                        machines.form("alice");

                        assertThat(machines.queens("alice", 14))
                                .contains("14 queens: 365,596 solutions");
                        assertThat(machines.runs().values())
                                .as("machines that worked")
                                .filteredOn(run -> run > 0)
                                .hasSizeGreaterThan(1);
                    });
        }
    }

    @Test
    @LongForm
    void machineThatLosesItsPowerCostsNoAnswer() throws Exception {
        try (Machines machines = new Machines(SHORT_LEASES, "n1", "n2", "n3", "alice")) {
            told(
                    machines,
                    () -> {
                        machines.form("alice");

                        CompletableFuture<String> answer =
                                Background.get(() -> machines.queens("alice", 16));
                        Awaitility.await("n3 works")
                                .atMost(Duration.ofSeconds(60))
                                .pollInterval(Duration.ofMillis(100))
                                .until(() -> machines.runs().getOrDefault("n3", 0L) > 10);
                        assertThat(answer).as("killed in the middle").isNotDone();
                        machines.on("n3").kill();
                        assertThat(answer.get(200, TimeUnit.SECONDS))
                                .contains("16 queens: 14,772,512 solutions");
                        machines.awaitMembers("n1", "n2");
                    });
        }
    }

    @Test
    @LongForm
    void revokedMachineIsCutOffAndTheOthersWorkOn() throws Exception {
        try (Machines machines = new Machines(SHORT_LEASES, "n1", "n2", "n3", "alice")) {
            told(
                    machines,
                    () -> {
                        machines.form("alice");
                        assertThat(linked(machines.on("n3"))).as("links of n3").isNotEmpty();

                        machines.on("n1").run("evenkeel cert revoke n3");
                        Awaitility.await("n3 has no link")
                                .atMost(Duration.ofMinutes(2))
                                .pollInterval(Duration.ofMillis(300))
                                .untilAsserted(
                                        () -> assertThat(linked(machines.on("n3"))).isEmpty());
                        machines.awaitMembers("n1", "n2");
                        assertThat(machines.queens("alice", 12))
                                .contains("12 queens: 14,200 solutions");
                    });
        }
    }

    private static List<String> linked(Machine machine) throws Exception {
        Map<?, ?> node = machine.nodes("--here").getFirst();
        return ((List<?>) node.get("neighbours"))
                .stream()
                        .map(neighbour -> (Map<?, ?>) neighbour)
                        .filter(neighbour -> Boolean.TRUE.equals(neighbour.get("up")))
                        .map(neighbour -> String.valueOf(neighbour.get("name")))
                        .toList();
    }

    private interface Story {
        void tell() throws Exception;
    }

    /** A failure comes with what the daemons wrote. */
    private static void told(Machines machines, Story story) throws Exception {
        try {
            story.tell();
        } catch (Exception | AssertionError e) {
            e.addSuppressed(new AssertionError(machines.logs()));
            throw e;
        }
    }
}
