package org.evenkeel.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.awaitility.Awaitility;
import org.evenkeel.it.Alone;
import org.evenkeel.it.LongForm;
import org.evenkeel.testcontainers.ClusterSettings;
import org.evenkeel.testcontainers.EvenkeelCluster;
import org.evenkeel.testcontainers.EvenkeelNode;
import org.evenkeel.testcontainers.LinkShape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Links between machines are as far as they are said to be, and break like others. */
@Alone
@LongForm
@NeedsEngine
@Timeout(300)
class LinksContainerIT {
    private static final int FAR_MILLIS = 100;
    private static final int NEAR_MILLIS = 10;

    /** Both ways, once. */
    private static final int WAYS = 2;

    @Test
    void linksAreAsFarAsTheyAreSaidToBeAndBreakLikeOthers() throws Exception {
        ClusterSettings settings =
                ClusterSettings.of(3)
                        .withFlags(
                                "--holder-lease", "2s", "--owner-lease", "3s", CompileOnce.WORKERS)
                        .withJvmOptions(CompileOnce.DAEMONS)
                        .withLinks(LinkShape.delay(Duration.ofMillis(FAR_MILLIS)))
                        .withLink("n1", "n3", LinkShape.delay(Duration.ofMillis(NEAR_MILLIS)));
        try (EvenkeelCluster machines = EvenkeelCluster.start(settings)) {
            assertIsFar(machines, "n1", "n2", FAR_MILLIS);
            assertIsFar(machines, "n1", "n3", NEAR_MILLIS);
            workIsDoneAcrossThem(machines, () -> {});
            workIsDoneAcrossThem(machines, () -> machines.isolate("n3"));
            machines.heal();
            machines.node("n2").kill();
            machines.node("n2").start();
            awaitLinked(machines, "n2", "n3");
            assertIsFar(machines, "n1", "n2", FAR_MILLIS);
        }
    }

    private static void workIsDoneAcrossThem(EvenkeelCluster machines, Runnable fault)
            throws Exception {
        awaitLinked(machines, "n2", "n3");
        try (NotedJob job = new NotedJob(machines, 200, 50)) {
            job.awaitResultsOf("n2", 3);
            job.awaitResultsOf("n3", 3);
            fault.run();
            job.assertAnswers();
            job.assertNoRunWithoutCause(Set.of("n3"));
        }
    }

    /** An answer through the relay takes the delay both ways; how much more is printed. */
    private static void assertIsFar(
            EvenkeelCluster machines, String from, String to, int delayMillis) {
        EvenkeelNode node = machines.node(from);
        long direct = answerMillis(node, to, 4712);
        long relayed = answerMillis(node, to, 4713);
        System.out.printf(
                "an answer of %s to %s, %d ms away: %d ms, without the relay %d ms%n",
                to, from, delayMillis, relayed, direct);
        assertThat(relayed)
                .as("ms for an answer of " + to + " to " + from)
                .isGreaterThanOrEqualTo((long) WAYS * delayMillis);
    }

    /**
     * Milliseconds until the daemon has hung up on somebody who does not speak TLS, the least of
     * some.
     */
    private static long answerMillis(EvenkeelNode from, String to, int port) {
        String said =
                from.bash(
                        "for i in 1 2 3 4 5 6 7; do begin=$(date +%s%N);"
                                + " exec 3<>/dev/tcp/"
                                + to
                                + "/"
                                + port
                                + "; printf 'no such thing here\\n\\n' >&3;"
                                + " cat <&3 > /dev/null 2>&1 || true; exec 3>&-;"
                                + " echo $((($(date +%s%N) - begin) / 1000000)); done");
        return said.lines().mapToLong(Long::parseLong).min().orElseThrow();
    }

    private static void awaitLinked(EvenkeelCluster machines, String... names) {
        Awaitility.await(List.of(names) + " are linked to n1")
                .atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofMillis(300))
                .untilAsserted(() -> assertThat(linked(machines)).contains(names));
    }

    private static List<String> linked(EvenkeelCluster machines) {
        return machines.reportBy(machines.node("n1")).stream()
                .filter(node -> "n1".equals(node.get("node")))
                .flatMap(node -> ((List<?>) node.get("neighbours")).stream())
                .map(neighbour -> (Map<?, ?>) neighbour)
                .filter(neighbour -> Boolean.TRUE.equals(neighbour.get("up")))
                .map(neighbour -> String.valueOf(neighbour.get("name")))
                .toList();
    }
}
