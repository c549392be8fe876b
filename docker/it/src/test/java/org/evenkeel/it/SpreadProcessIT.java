package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks spread over daemons, by every policy that spreads them. */
@Tag("extended")
class SpreadProcessIT {

    private static final Duration LIMIT = StartedNodes.LIMIT;

    @Test
    void everyNodeOfAMeshWorksWhenAllTasksEnterAtOneCorner() throws Exception {
        assertSpreads("hybrid(relay=on)", 4);
    }

    @Test
    @LongForm
    void theNeighboursOfTheCornerWorkWithoutARelay() throws Exception {
        assertSpreads("hybrid", 3);
    }

    /** Without a relay help reaches one hop: one of four stands behind two busy nodes. */
    @ParameterizedTest
    @ValueSource(strings = {"hybrid-1997", "receiver-initiated", "sender-initiated"})
    @LongForm
    void theNeighboursOfTheCornerWork(String policy) throws Exception {
        assertSpreads(policy, 3);
    }

    /** Three of four, whichever the corner: a client that waited too long for one takes another. */
    private static void assertSpreads(String policy, int nodesThatWork) throws Exception {
        Setup setup = Setup.of(4, 1).topology("mesh").flags("--policy", policy);
        try (StartedNodes nodes = StartedNodes.start(setup);
                Cluster cluster = nodes.connect("n1")) {
            Map<String, Integer> ranOn = new TreeMap<>();
            long end = System.nanoTime() + LIMIT.toNanos();
            while (busy(ranOn) < nodesThatWork && System.nanoTime() < end) {
                run(cluster, ranOn);
            }
            assertThat(busy(ranOn))
                    .as(() -> ranOn + "\n" + nodes.logs())
                    .isGreaterThanOrEqualTo(nodesThatWork);
        }
    }

    private static long busy(Map<String, Integer> ranOn) {
        return ranOn.values().stream().filter(tasks -> tasks >= 20).count();
    }

    /** A hundred tasks enter at once; their results are right. */
    private static void run(Cluster cluster, Map<String, Integer> ranOn) throws Exception {
        List<TaskHandle<Long>> handles = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            handles.add(cluster.submit(new Work.Square(i, 5)));
        }
        for (int i = 0; i < handles.size(); i++) {
            assertThat(handles.get(i).get(LIMIT)).isEqualTo((long) i * i);
            ranOn.merge(handles.get(i).where(), 1, Integer::sum);
        }
    }

    @Test
    @LongForm
    void withoutAPolicyEverythingStaysWhereItEntered() throws Exception {
        try (StartedNodes nodes = StartedNodes.start(Setup.of(2, 1).flags("--policy", "none"));
                Cluster cluster = nodes.connect("n1")) {
            for (int i = 0; i < 20; i++) {
                TaskHandle<Long> handle = cluster.submit(new Work.Square(i, 1));
                assertThat(handle.get()).isEqualTo((long) i * i);
                assertThat(handle.where()).isEqualTo("n1");
            }
        }
    }
}
