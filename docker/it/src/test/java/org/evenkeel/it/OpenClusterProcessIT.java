package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.evenkeel.it.LocalCluster.Setup;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Machines come one after the other, each with a directory of its own, and know one address. They
 * find each other, share the work, and find together again when that one was away.
 */
@Timeout(600)
@LongForm
class OpenClusterProcessIT {
    private static final Duration LIMIT = LocalCluster.LIMIT;
    private static final Set<String> FIRST_THREE = Set.of("n1", "n2", "n3");
    private static final Set<String> ALL = Set.of("n1", "n2", "n3", "n4");

    private final Map<String, LocalCluster> machines = new LinkedHashMap<>();

    @AfterEach
    void close() {
        machines.values().forEach(LocalCluster::close);
    }

    /** Switches a machine on; the first one makes the token of the others. */
    private LocalCluster switchOn(String node, String... flags) throws Exception {
        Setup setup = Setup.machine(node, 1).flags(flags);
        LocalCluster first = machines.get("n1");
        LocalCluster machine =
                first == null
                        ? LocalCluster.start(setup)
                        : LocalCluster.begin(setup.token(first.directory.resolve("token")));
        machines.put(node, machine);
        return machine;
    }

    private String logs() {
        return machines.values().stream().map(LocalCluster::logs).collect(Collectors.joining());
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

    @Test
    void machinesThatKnowOneAddressShareTheWork() throws Exception {
        String seed = "127.0.0.1:" + Ports.reserve(1);
        LocalCluster first = switchOn("n1", "--seeds", "", "--listen", seed);
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
