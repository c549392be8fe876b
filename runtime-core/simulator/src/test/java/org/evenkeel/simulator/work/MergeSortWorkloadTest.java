package org.evenkeel.simulator.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.evenkeel.model.topology.Topologies;
import org.evenkeel.simulator.ClusterSpec;
import org.junit.jupiter.api.Test;

class MergeSortWorkloadTest {

    private static final ClusterSpec MACHINES =
            ClusterSpec.of("none", Topologies.parse("mesh"), 4, 1);

    @Test
    void isATreeOf85TasksWith64LeavesByDefault() {
        List<SimWork> leaves = leaves(MergeSortWorkload.DEFAULT.tree());
        assertThat(MergeSortWorkload.DEFAULT.tree().tasks()).isEqualTo(85);
        assertThat(leaves).hasSize(64).allMatch(leaf -> leaf.weight() == 10_000);
    }

    @Test
    void printedThresholdGivesFourLeaves() {
        assertThat(leaves(MergeSortWorkload.parse("mgsort(threshold=200000)").tree())).hasSize(4);
    }

    @Test
    void everyTaskWeighsAndCarriesItsElementsThereAndBack() {
        SimWork root = MergeSortWorkload.parse("mgsort(elements=640001)").tree();
        assertThat(root.weight()).isEqualTo(640_001);
        assertThat(root.children().stream().mapToLong(SimWork::weight).sum()).isEqualTo(640_001);
        assertThat(leaves(root))
                .allMatch(leaf -> leaf.payloadBytes() == 4 * leaf.weight())
                .allMatch(leaf -> leaf.resultBytes() == 4 * leaf.weight());
    }

    @Test
    void quickSortsTakeTheirChanceAroundTheKnownMean() {
        SimWork mean = new MergeSortWorkload(10_000, 10_000, 1000).tree();
        double comparisons = 2 * 10_001 * 9.7876 - 4 * 10_000;
        assertThat(mean.totalNanos() / 1e3).isCloseTo(comparisons, within(comparisons / 1000));
        long drawn = draw(1).totalNanos();
        assertThat(drawn).isNotEqualTo(draw(2).totalNanos()).isEqualTo(draw(1).totalNanos());
        assertThat((double) drawn)
                .isCloseTo((double) mean.totalNanos(), within(0.2 * mean.totalNanos()));
    }

    private static SimWork draw(long seed) {
        Workload.Arrival arrival =
                new MergeSortWorkload(10_000, 10_000, 1000)
                        .open(new SplittableRandom(seed), MACHINES)
                        .next();
        assertThat(arrival).isNotNull();
        return arrival.work();
    }

    private static List<SimWork> leaves(SimWork work) {
        if (work.children().isEmpty()) {
            return List.of(work);
        }
        List<SimWork> all = new ArrayList<>();
        work.children().forEach(child -> all.addAll(leaves(child)));
        return all;
    }
}
