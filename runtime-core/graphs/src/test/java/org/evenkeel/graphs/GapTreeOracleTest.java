package org.evenkeel.graphs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.evenkeel.testing.Seeds;
import org.junit.jupiter.api.Test;

class GapTreeOracleTest {
    private static final int STEPS = 400;

    private record Busy(long start, long end) {}

    @Seeds
    void answersAreThoseOfALook(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        GapTree tree = new GapTree(true);
        List<Busy> taken = new ArrayList<>();
        for (int i = 0; i < STEPS; i++) {
            long from = random.nextLong(300);
            long length = random.nextLong(6);
            long start = tree.earliest(from, length);
            assertThat(start).isEqualTo(earliest(taken, from, length));
            if (length > 0) {
                tree.take(start, length);
                taken.add(new Busy(start, start + length));
            }
        }
    }

    @Seeds
    void whatIsGivenBackIsFreeAgain(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        GapTree tree = new GapTree(false);
        List<Busy> taken = new ArrayList<>();
        for (int i = 0; i < STEPS; i++) {
            long length = random.nextLong(1, 6);
            long start = tree.earliest(random.nextLong(200), length);
            tree.take(start, length);
            taken.add(new Busy(start, start + length));
            while (!taken.isEmpty() && random.nextInt(5) < 2) {
                Busy back = taken.remove(random.nextInt(taken.size()));
                tree.free(back.start(), back.end() - back.start());
            }
            for (int from = 0; from < 220; from += 1 + random.nextInt(40)) {
                assertThat(tree.earliest(from, length)).isEqualTo(earliest(taken, from, length));
            }
        }
    }

    /** The paper's: idle [1.7, 1.9], [2.5, 3.1], [5.1, ...), inputs at 1.3, work 0.5; in tenths. */
    @Test
    void theTaskOfThePaperBeginsInTheGapThatIsWideEnough() {
        GapTree processor = new GapTree(false);
        processor.take(0, 17);
        processor.take(19, 6);
        processor.take(31, 20);
        assertThat(processor.earliest(13, 5)).isEqualTo(25);
    }

    private static long earliest(List<Busy> taken, long from, long length) {
        long start = from;
        boolean moved = true;
        while (moved) {
            moved = false;
            for (Busy busy : taken) {
                if (start < busy.end() && start + length > busy.start()) {
                    start = busy.end();
                    moved = true;
                }
            }
        }
        return start;
    }
}
