package org.evenkeel.kernel.policy.neighbour;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.evenkeel.kernel.load.LoadSample;
import org.evenkeel.kernel.policy.Decision.Announcement;
import org.evenkeel.kernel.policy.NeighbourList;
import org.evenkeel.kernel.policy.NeighbourView;
import org.evenkeel.kernel.policy.NeighbourView.AnnouncedCounts;
import org.evenkeel.kernel.policy.NodeView;
import org.evenkeel.model.Distance;
import org.evenkeel.model.LoadState;
import org.junit.jupiter.api.Test;

/** What is told to many neighbours, found by counting first, against looking at each of them. */
class LoadAnnouncementRuleOracleTest {
    private static final LoadState[] STATES = LoadState.values();
    private static final int CASES = 2_000;

    private static LoadState any(Random random) {
        return STATES[random.nextInt(STATES.length)];
    }

    private static NeighbourView view(Random random, LoadState told) {
        return new NeighbourView(
                random.nextInt(4) > 0,
                any(random),
                told,
                1,
                0,
                0,
                1,
                Distance.UNKNOWN,
                false,
                AnnouncedCounts.NONE);
    }

    @Test
    void countingFirstTellsTheSame() {
        long seed = Long.getLong("evenkeel.seed", 1);
        System.out.println("-Dtest=LoadAnnouncementRuleOracleTest -Devenkeel.seed=" + seed);
        Random random = new Random(seed);
        int quiet = 0;
        for (int i = 0; i < CASES; i++) {
            int size = random.nextInt(10) == 0 ? 150 : random.nextInt(6);
            List<NeighbourView> views = new ArrayList<>();
            LoadState mostly = any(random);
            for (int n = 0; n < size; n++) {
                views.add(view(random, random.nextInt(8) > 0 ? mostly : any(random)));
            }
            NeighbourList counted = NeighbourList.of(views);
            for (int change = random.nextInt(4); change > 0 && size > 0; change--) {
                int which = random.nextInt(size);
                NeighbourView now = view(random, any(random));
                views.set(which, now);
                counted = counted.with(which, now);
            }
            assertThat(counted).isEqualTo(views);
            LoadSample sample = new LoadSample(1, random.nextInt(2), 0, 0, 0, 6);
            LoadState now = any(random);
            boolean stack = random.nextBoolean();
            for (LoadAnnouncementRule telling : LoadAnnouncementRule.values()) {
                List<Announcement> due = telling.due(new NodeView(sample, now, stack, views));
                assertThat(telling.due(new NodeView(sample, now, stack, counted))).isEqualTo(due);
                quiet += due.isEmpty() ? 1 : 0;
            }
        }
        assertThat(quiet).as("both happen").isBetween(CASES / 10, 2 * CASES - CASES / 10);
    }
}
