package org.evenkeel.model.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.evenkeel.model.NodeId;
import org.evenkeel.testing.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("extended")
class OpenGraphPropertyTest {

    private static final int MOST_NODES = 300;
    private static final int RINGS = 8;

    private static List<NodeId> names(int count) {
        List<NodeId> names = new ArrayList<>();
        for (int number = 1; number <= count; number++) {
            names.add(new NodeId("n" + number));
        }
        return names;
    }

    private static Map<NodeId, List<NodeId>> graph(List<NodeId> names) {
        Map<NodeId, List<NodeId>> graph = new HashMap<>();
        names.forEach(name -> graph.put(name, OpenGraph.neighbours(name, names)));
        return graph;
    }

    @Test
    void everybodyIsANeighbourWhileThereAreFew() {
        List<NodeId> names = names(OpenGraph.MAX_NEIGHBOURS + 1);
        graph(names)
                .forEach((name, neighbours) -> {
                    Set<NodeId> others = new HashSet<>(names);
                    others.remove(name);
                    assertThat(neighbours).containsExactlyInAnyOrderElementsOf(others);
                });
    }

    @Test
    void oneThatIsAloneHasNone() {
        NodeId self = new NodeId("n1");
        assertThat(OpenGraph.neighbours(self, List.of())).isEmpty();
        assertThat(OpenGraph.neighbours(self, List.of(self))).isEmpty();
    }

    @Test
    void theNextByNameIsFirst() {
        List<NodeId> names = names(3);
        assertThat(OpenGraph.neighbours(names.get(1), names))
                .containsExactly(names.get(2), names.get(0));
    }

    @Seeds(20)
    void isSymmetricConnectedAndOfBoundedDegreeInWhateverOrderNodesAreKnown(long seed) {
        List<NodeId> names = names(1 + new Random(seed).nextInt(MOST_NODES));
        Map<NodeId, List<NodeId>> graph = graph(names);
        Collections.shuffle(names, new Random(seed));
        assertThat(graph(names)).isEqualTo(graph);
        Set<NodeId> reached = new HashSet<>(Set.of(names.getFirst()));
        Deque<NodeId> next = new ArrayDeque<>(reached);
        while (!next.isEmpty()) {
            NodeId node = next.remove();
            List<NodeId> neighbours = graph.getOrDefault(node, List.of());
            assertThat(neighbours)
                    .doesNotHaveDuplicates()
                    .doesNotContain(node)
                    .hasSizeLessThanOrEqualTo(OpenGraph.MAX_NEIGHBOURS);
            for (NodeId neighbour : neighbours) {
                assertThat(graph.get(neighbour)).contains(node);
                if (reached.add(neighbour)) {
                    next.add(neighbour);
                }
            }
        }
        assertThat(reached).hasSameSizeAs(names);
    }

    @Seeds(20)
    void oneThatComesChangesTheNeighboursOfThoseBesideItOnly(long seed) {
        List<NodeId> names = names(100 + (int) (seed * 7 % 100));
        Map<NodeId, List<NodeId>> before = graph(names);
        NodeId newcomer = new NodeId("late-" + seed);
        names.add(newcomer);
        Map<NodeId, List<NodeId>> after = graph(names);
        long changed =
                before.entrySet().stream()
                        .filter(one -> !one.getValue().equals(after.get(one.getKey())))
                        .count();
        assertThat(changed).isLessThanOrEqualTo(2 * RINGS);
        assertThat(after.get(newcomer)).hasSizeBetween(RINGS, 2 * RINGS);
    }
}
