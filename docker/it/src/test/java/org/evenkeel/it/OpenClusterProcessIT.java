package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Machines come one after the other, each with a directory of its own, and know one address. They
 * find each other, share the work, and find together again when that one was away.
 */
@Timeout(600)
@Tag("extended")
class OpenClusterProcessIT {
    private static final Duration LIMIT = StartedNodes.LIMIT;
    private static final Set<String> FIRST_THREE = Set.of("n1", "n2", "n3");
    private static final Set<String> ALL = Set.of("n1", "n2", "n3", "n4");

    private final Map<String, StartedNodes> machines = new LinkedHashMap<>();

    @AfterEach
    void close() {
        machines.values().forEach(StartedNodes::close);
    }

    /** Switches a machine on; the first one makes the token of the others. */
    private StartedNodes switchOn(String node, String... flags) throws Exception {
        Setup setup = Setup.machine(node, 1).flags(flags);
        StartedNodes machine =
                machines.isEmpty()
                        ? StartedNodes.start(setup)
                        : StartedNodes.begin(setup.token(first().directory.resolve("token")));
        machines.put(node, machine);
        return machine;
    }

    private StartedNodes first() {
        return machines.values().iterator().next();
    }

    private String logs() {
        return machines.values().stream().map(StartedNodes::logs).collect(Collectors.joining());
    }

    private static List<TaskHandle<Long>> submit(Cluster cluster, int tasks) {
        List<TaskHandle<Long>> handles = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            handles.add(cluster.submit(new Work.Square(i, 5)));
        }
        return handles;
    }

    /** Every answer is right; where the tasks ran. */
    private Set<String> check(List<TaskHandle<Long>> handles) throws Exception {
        Set<String> nodes = new TreeSet<>();
        for (int i = 0; i < handles.size(); i++) {
            assertThat(handles.get(i).get(LIMIT)).as(this::logs).isEqualTo((long) i * i);
            nodes.add(handles.get(i).where());
        }
        return nodes;
    }

    /** Runs a hundred tasks again and again until all of these nodes have had a part. */
    private void awaitWorkAt(Cluster cluster, Set<String> nodes) {
        Set<String> seen = new TreeSet<>();
        Awaitility.await("work at " + nodes)
                .atMost(LIMIT)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> {
                    seen.addAll(check(submit(cluster, 100)));
                    return seen.containsAll(nodes);
                });
    }

    /** How often a machine's daemon has linked with a node. */
    private long links(String machine, String node) throws IOException {
        Path log = machines.get(machine).directory.resolve("nodes").resolve(machine);
        return Files.readAllLines(log.resolve("daemon.log")).stream()
                .filter(line -> line.contains("linked with " + node + "@"))
                .count();
    }

    /** Of all tasks that the machines know, none is on the way from one node to another. */
    private void awaitNoneHanding() {
        Awaitility.await("no task is on the way")
                .atMost(LIMIT)
                .untilAsserted(() -> {
                    for (String node : machines.keySet()) {
                        assertThat(machines.get(node).ask(node, "tasks", ""))
                                .as(this::logs)
                                .doesNotContain("HANDING");
                    }
                });
    }

    /**
     * The port of the third machine closes while tasks are on the way to it. The others are refused
     * and count its process as gone. It lives, and connects to them by itself.
     */
    @Test
    void aMachineThatRefusedOnceSharesTheWorkAgain() throws Exception {
        int port = Ports.reserve(1);
        try (Forwarder network = new Forwarder(Ports.reserve(1), port)) {
            String seed = "127.0.0.1:" + network.port();
            switchOn("n3", "--seeds", "", "--listen", "127.0.0.1:" + port, "--advertise", seed);
            switchOn("n1", "--seeds", seed);
            switchOn("n2", "--seeds", seed);
            machines.forEach((node, machine) -> machine.awaitReady(node));
            try (Cluster cluster = machines.get("n1").connect("n1")) {
                awaitWorkAt(cluster, FIRST_THREE);
                long linksOfFirst = links("n1", "n3");
                long linksOfSecond = links("n2", "n3");
                List<TaskHandle<Long>> underWay = submit(cluster, 800);
                network.refuse();
                Awaitility.await("the third links with both")
                        .atMost(LIMIT)
                        .untilAsserted(() -> {
                            assertThat(links("n1", "n3"))
                                    .as(this::logs)
                                    .isGreaterThan(linksOfFirst);
                            assertThat(links("n2", "n3"))
                                    .as(this::logs)
                                    .isGreaterThan(linksOfSecond);
                        });
                network.listenAgain();
                check(underWay);
                awaitWorkAt(cluster, FIRST_THREE);
                awaitNoneHanding();
            }
        }
    }

    /**
     * The machine that the others know by its address leaves and comes back at once. What is in
     * front of it accepts connections all the while, so that no node finds its process to be over.
     */
    @Test
    @LongForm
    void theSeedIsFoundAgainWhereItsAddressAnswersWhileItIsAway() throws Exception {
        int port = Ports.reserve(1);
        try (Forwarder network = new Forwarder(Ports.reserve(1), port)) {
            String seed = "127.0.0.1:" + network.port();
            String listen = "127.0.0.1:" + port;
            StartedNodes first =
                    switchOn("n1", "--seeds", "", "--listen", listen, "--advertise", seed);
            switchOn("n2", "--seeds", seed);
            switchOn("n3", "--seeds", seed);
            machines.forEach((node, machine) -> machine.awaitReady(node));
            try (Cluster cluster = machines.get("n2").connect("n2")) {
                awaitWorkAt(cluster, FIRST_THREE);
                assertThat(first.stop("n1")).as(this::logs).isZero();
                first.start("n1");
                first.awaitReady("n1");
                awaitWorkAt(cluster, FIRST_THREE);
            }
        }
    }

    @Test
    @LongForm
    void machinesThatKnowOneAddressShareTheWork() throws Exception {
        String seed = "127.0.0.1:" + Ports.reserve(1);
        StartedNodes first = switchOn("n1", "--seeds", "", "--listen", seed);
        switchOn("n2", "--seeds", seed);
        switchOn("n3", "--seeds", seed);
        try (Cluster cluster = first.connect("n1")) {
            awaitWorkAt(cluster, FIRST_THREE);

            List<TaskHandle<Long>> underWay = submit(cluster, 800);
            switchOn("n4", "--seeds", seed);
            awaitWorkAt(cluster, Set.of("n4"));
            check(underWay);

            List<TaskHandle<Long>> open = submit(cluster, 200);
            first.kill("n1");
            first.start("n1");
            first.awaitReady("n1");
            check(open);
            awaitWorkAt(cluster, ALL);
        }
    }
}
