package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.it.LocalCluster.Setup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks spread over daemons, by every policy that spreads them. */
class SpreadProcessIT {

    @ParameterizedTest
    @ValueSource(strings = {"hybrid", "hybrid-1997", "receiver-initiated", "sender-initiated"})
    void everyNodeOfAMeshWorksWhenAllTasksEnterAtOneCorner(String policy) throws Exception {
        Setup setup = Setup.of(4, 1).topology("mesh").flags("--policy", policy);
        try (LocalCluster nodes = LocalCluster.start(setup);
                Cluster cluster = nodes.connect("n1")) {
            List<TaskHandle<Long>> handles = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                handles.add(cluster.submit(new Work.Square(i, 5)));
            }
            Map<String, Integer> ranOn = new TreeMap<>();
            for (int i = 0; i < handles.size(); i++) {
                assertThat(handles.get(i).get()).isEqualTo((long) i * i);
                ranOn.merge(handles.get(i).where(), 1, Integer::sum);
            }
            assertThat(ranOn.keySet()).as(nodes::logs).containsExactly("n1", "n2", "n3", "n4");
            assertThat(ranOn.values()).as(ranOn::toString).allMatch(count -> count >= 5);
        }
    }

    @Test
    void withoutAPolicyEverythingStaysWhereItEntered() throws Exception {
        try (LocalCluster nodes = LocalCluster.start(Setup.of(2, 1).flags("--policy", "none"));
                Cluster cluster = nodes.connect("n1")) {
            for (int i = 0; i < 20; i++) {
                TaskHandle<Long> handle = cluster.submit(new Work.Square(i, 1));
                assertThat(handle.get()).isEqualTo((long) i * i);
                assertThat(handle.where()).isEqualTo("n1");
            }
        }
    }
}
