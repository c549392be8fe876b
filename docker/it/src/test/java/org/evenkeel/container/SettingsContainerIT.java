package org.evenkeel.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.evenkeel.testcontainers.EvenkeelCluster;
import org.evenkeel.testcontainers.EvenkeelMachines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a test says of its machines is what they are. */
@NeedsEngine
@Timeout(200)
class SettingsContainerIT {

    @Test
    @EvenkeelMachines(value = 3, cpus = 0.5, memory = "300m", policy = "none", topology = "star")
    void machinesHaveTheQuotaTheNeighboursAndThePolicyThatWereAskedFor(EvenkeelCluster machines)
            throws Exception {
        for (Map<?, ?> node : machines.report()) {
            Set<String> neighbours = new TreeSet<>();
            ((List<?>) node.get("neighbours"))
                    .forEach(one -> neighbours.add(String.valueOf(((Map<?, ?>) one).get("name"))));
            assertThat(neighbours)
                    .as("neighbours of " + node.get("node"))
                    .isEqualTo(node.get("node").equals("n1") ? Set.of("n2", "n3") : Set.of("n1"));
        }
        String limits =
                machines.node("n2")
                        .bash(
                                "cd /sys/fs/cgroup; cat cpu/cpu.cfs_quota_us"
                                        + " memory/memory.limit_in_bytes 2> /dev/null"
                                        + " || cat cpu.max memory.max");
        assertThat(limits).contains("50000", Long.toString(300L << 20));
        try (NotedJob job = new NotedJob(machines, 20, 5)) {
            job.assertAnswers();
            assertThat(job.resultsOf("n1"))
                    .as("results of n1, with a policy that moves nothing")
                    .isEqualTo(20);
        }
    }
}
