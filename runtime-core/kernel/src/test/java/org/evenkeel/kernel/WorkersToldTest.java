package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.evenkeel.kernel.load.WorkerBusyLoad;
import org.evenkeel.kernel.policy.registry.Policies;
import org.evenkeel.model.NodeId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Neighbours hear that a node has workers now, and that it has none any more, also by a policy that
 * tells them nothing else: they send it nothing otherwise, not even what is to run there.
 */
class WorkersToldTest {
    private static final NodeId A = new NodeId("a");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "none",
                "receiver-initiated",
                "work-stealing",
                "sender-initiated",
                "hybrid",
                "hybrid(relay=on)",
                "auto",
                "sid",
                "rid",
                "nrics-1999"
            })
    void neighboursHearHowManyWorkersThereAre(String policy) {
        RecordingHands node =
                new RecordingHands(Policies.parse(policy).create(1), new WorkerBusyLoad());
        node.workers = 0;
        node.linkedTo("a");
        assertThat(toldWorkers(node)).isZero();
        node.workers = 2;
        node.balancer.workerFree();
        node.balancer.announce();
        assertThat(toldWorkers(node)).as("told once there are").isEqualTo(2);
        node.balancer.announce();
        node.takeDid();
        node.balancer.announce();
        assertThat(node.takeDid()).as("told again").doesNotContain("L>a", "H>a");
        node.workers = 0;
        node.balancer.announce();
        assertThat(toldWorkers(node)).as("told once there are none").isZero();
    }

    private static int toldWorkers(RecordingHands node) {
        return Objects.requireNonNull(node.lastLoads.get(A)).workers();
    }
}
