package org.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.evenkeel.cli.start.ClusterPlan;
import org.evenkeel.model.topology.Topologies;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

class ClusterShapeTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 9, 64})
    void nodesOfOneMachineAreAllNeighbours(int nodes) {
        assertAllNeighbours(plan(nodes));
        assertAllNeighbours(ClusterPlan.ofNodes(Path.of("cluster"), nodes));
    }

    private static void assertAllNeighbours(ClusterPlan plan) {
        int nodes = plan.nodes().size();
        for (int node = 0; node < nodes; node++) {
            assertThat(Topologies.parse(plan.topology()).neighbours(node, nodes))
                    .hasSize(nodes - 1);
        }
    }

    @Test
    void anotherTopologyIsAnOption() {
        ClusterPlan plan = plan(9, "--topology", "mesh");
        assertThat(plan.topology()).isEqualTo("mesh");
        assertThat(Topologies.parse(plan.topology()).neighbours(0, 9)).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 65})
    void otherNumbersOfNodesAreRefused(int nodes) {
        assertThatThrownBy(() -> plan(nodes))
                .isInstanceOf(ParameterException.class)
                .hasMessage(
                        "--nodes must be 1 to 64, not %d; a larger cluster has daemons on several"
                                + " machines",
                        nodes);
    }

    private static ClusterPlan plan(int nodes, String... words) {
        Shaped command = new Shaped();
        new CommandLine(command).parseArgs(words);
        return command.shape.plan(Path.of("cluster"), nodes);
    }

    /** A command with the options of a cluster. */
    @Command
    private static final class Shaped {
        @Mixin private final ClusterShape shape = new ClusterShape();
    }
}
