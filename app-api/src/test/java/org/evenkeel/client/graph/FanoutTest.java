package org.evenkeel.client.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Who sends a value how often, and how many nodes it goes through. */
class FanoutTest {
    private static final int MIB = 1 << 20;

    @Test
    void largeValuesGoThroughAChainThatSendsEachOnce() {
        Shape shape = Shape.of(16, 64 * MIB);
        assertThat(shape.mostSent).isEqualTo(1);
        assertThat(shape.depth).isEqualTo(16);
    }

    @Test
    void smallOnesGoDownATreeThatSendsEachTwiceAtMost() {
        Shape shape = Shape.of(30, MIB);
        assertThat(shape.mostSent).isEqualTo(2);
        assertThat(shape.depth).isEqualTo(4); // 2 + 4 + 8 + 16
    }

    /**
     * @param mostSent by one node
     * @param depth nodes behind each other, that which made it left out
     */
    private record Shape(int mostSent, int depth) {
        static Shape of(int nodes, long bytes) {
            Map<Integer, Integer> sent = new HashMap<>();
            Map<Integer, Integer> depths = new HashMap<>(Map.of(Fanout.MAKER, 0));
            for (int place = 0; place < nodes; place++) {
                int from = Fanout.source(place, nodes, bytes);
                assertThat(depths).as("who passes it on gets it before").containsKey(from);
                sent.merge(from, 1, Integer::sum);
                depths.put(place, depths.get(from) + 1);
            }
            return new Shape(
                    sent.values().stream().mapToInt(count -> count).max().orElseThrow(),
                    depths.values().stream().mapToInt(count -> count).max().orElseThrow());
        }
    }
}
