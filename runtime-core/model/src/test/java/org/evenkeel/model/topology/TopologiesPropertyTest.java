package org.evenkeel.model.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.evenkeel.testing.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopologiesPropertyTest {

    private static final int MOST_NODES = 40;

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "mesh; 4",
                "mesh(4x4); 4",
                "mesh(1x3); 4",
                "torus; 4",
                "torus(3x5); 4",
                "ring; 2",
                "star; 39",
                "complete; 39",
                "random(k=2,seed=7); 2",
                "random(k=3,seed=1); 3",
                "random(k=6,seed=2); 6",
                "hypercube; 5"
            })
    void isSymmetricConnectedAndOfBoundedDegree(String name, int mostNeighbours) {
        Topology topology = Topologies.parse(name);
        for (int nodes = 1; nodes <= MOST_NODES; nodes++) {
            if (!name.equals("hypercube") || Integer.bitCount(nodes) == 1) {
                check(topology, nodes, mostNeighbours);
            }
        }
        assertThat(Topologies.parse(topology.name()).name()).isEqualTo(topology.name());
    }

    @Seeds(30)
    void isSymmetricConnectedAndOfBoundedDegreeForAnySeed(long seed) {
        int degree = (int) (2 + seed % 5);
        Topology topology = Topologies.parse("random(k=" + degree + ",seed=" + seed + ")");
        check(topology, 1 + (int) (seed * 7 % 90), degree);
    }

    private static void check(Topology topology, int nodes, int mostNeighbours) {
        BitSet reached = new BitSet();
        Deque<Integer> next = new ArrayDeque<>(List.of(0));
        reached.set(0);
        while (!next.isEmpty()) {
            int index = next.remove();
            List<Integer> neighbours = topology.neighbours(index, nodes);
            assertThat(neighbours)
                    .isSorted()
                    .doesNotHaveDuplicates()
                    .doesNotContain(index)
                    .hasSizeLessThanOrEqualTo(mostNeighbours);
            for (int neighbour : neighbours) {
                assertThat(topology.neighbours(neighbour, nodes)).contains(index);
                if (!reached.get(neighbour)) {
                    reached.set(neighbour);
                    next.add(neighbour);
                }
            }
        }
        assertThat(reached.cardinality()).as("%s of %d", topology.name(), nodes).isEqualTo(nodes);
    }

    @Test
    void meshOfFiveHasARaggedLastRow() {
        Topology mesh = Topologies.parse("mesh");
        assertThat(mesh.neighbours(1, 5)).containsExactly(0, 2, 4);
        assertThat(mesh.neighbours(2, 5)).containsExactly(1);
        assertThat(mesh.neighbours(4, 5)).containsExactly(1, 3);
    }

    @Test
    void innerNodeOfAMeshHasFourNeighbours() {
        assertThat(Topologies.parse("mesh(4x4)").neighbours(5, 16)).containsExactly(1, 4, 6, 9);
        assertThat(Topologies.parse("torus").neighbours(0, 16)).containsExactly(1, 3, 4, 12);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "mseh; did you mean \"mesh\"?",
                "random(l=3); did you mean \"k\"?",
                "random(k=1); at least 2",
                "random(k=many); not a number",
                "mesh(4by4); mesh(4x4)",
                "mesh(0x4); mesh(4x4)",
                "ring(3); not of the form key=value",
            })
    void namesWhatIsWrong(String text, String hint) {
        assertThatThrownBy(() -> Topologies.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(hint);
    }

    @Test
    void hypercubeNeedsAPowerOfTwo() {
        assertThatThrownBy(() -> Topologies.parse("hypercube").neighbours(0, 12))
                .hasMessageContaining("such as 8 or 16, not 12");
    }
}
