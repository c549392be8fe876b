package org.evenkeel.policy.neighbour;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.evenkeel.load.LoadSample;
import org.evenkeel.model.Distance;
import org.evenkeel.model.LoadState;
import org.evenkeel.policy.NeighbourList;
import org.evenkeel.policy.NeighbourView;
import org.evenkeel.policy.NeighbourView.ToldCounts;
import org.evenkeel.policy.NodeView;
import org.junit.jupiter.api.Test;

/** What is told to many neighbours, found by counting first, against looking at each of them. */
class LoadTellingOracleTest {
    private static final LoadState[] STATES = LoadState.values();
    private static final int CASES = 2_000;

    private static LoadState any(Random random) {
        return STATES[random.nextInt(STATES.length)];
    }

    @Test
    @SuppressWarnings("EnumOrdinal") // as NeighbourList is told
    void countingFirstTellsTheSame() {
        long seed = Long.getLong("evenkeel.seed", System.nanoTime());
        System.out.println("-Dtest=LoadTellingOracleTest -Devenkeel.seed=" + seed);
        Random random = new Random(seed);
        int quiet = 0;
        for (int i = 0; i < CASES; i++) {
            NeighbourView[] views = new NeighbourView[random.nextInt(6)];
            int[] told = new int[STATES.length];
            LoadState mostly = any(random);
            for (int n = 0; n < views.length; n++) {
                boolean linked = random.nextInt(4) > 0;
                LoadState state = random.nextInt(4) > 0 ? mostly : any(random);
                views[n] =
                        new NeighbourView(
                                linked,
                                any(random),
                                state,
                                1,
                                0,
                                0,
                                1,
                                Distance.UNKNOWN,
                                false,
                                ToldCounts.NONE);
                told[state.ordinal()] += linked ? 1 : 0;
            }
            LoadSample sample = new LoadSample(1, random.nextInt(2), 0, 0, 0, 6);
            LoadState now = any(random);
            boolean stack = random.nextBoolean();
            NodeView counted = new NodeView(sample, now, stack, new NeighbourList(views, told));
            NodeView plain = new NodeView(sample, now, stack, List.of(views));
            for (LoadTelling telling : LoadTelling.values()) {
                assertThat(telling.due(counted)).isEqualTo(telling.due(plain));
                quiet += telling.due(plain).isEmpty() ? 1 : 0;
            }
        }
        assertThat(quiet).as("both happen").isBetween(CASES / 10, 2 * CASES - CASES / 10);
    }
}
