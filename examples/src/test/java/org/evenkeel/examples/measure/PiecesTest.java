package org.evenkeel.examples.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.evenkeel.examples.mgsort.Segment;
import org.evenkeel.examples.product.Factors;
import org.evenkeel.examples.program.SerialContext;
import org.evenkeel.examples.queens.QueensBoard;
import org.junit.jupiter.api.Test;

/** What is measured gives right answers, however often each piece is computed. */
class PiecesTest {
    private static final int TIMES = 3;

    private static <R> Done<R> run(Piece<R> piece) throws Exception {
        return new PieceTask<>(piece, TIMES, Machines.AS_THEY_ARE).run(new SerialContext());
    }

    private static void assertCounted(Map<String, Spent> spent) {
        assertThat(spent).containsOnlyKeys("serial");
        assertThat(spent.get("serial").wall()).isPositive();
    }

    @Test
    void queensAreCountedOnceInAnyCut() throws Exception {
        for (int depth = 1; depth <= 2; depth++) {
            long solutions = 0;
            for (QueensBoard queensBoard : QueensBoard.empty(8).fill(depth)) {
                Done<Long> done = run(new QueensPiece(queensBoard, 2));
                assertCounted(done.spent());
                solutions += done.result();
            }
            assertThat(solutions).isEqualTo(QueensBoard.knownSolutions(8));
        }
    }

    @Test
    void numbersAreSortedWithAndWithoutChildren() throws Exception {
        int[] numbers = Segment.random(1000, 3);
        for (int threshold : new int[] {1000, 100}) {
            SortTask task = new SortTask(numbers, threshold, 1000, TIMES, Machines.AS_THEY_ARE, "");
            Done<int[]> done = task.run(new SerialContext());
            int[] sorted = numbers.clone();
            Arrays.sort(sorted);
            assertThat(done.result()).isEqualTo(sorted);
            assertCounted(done.spent());
        }
    }

    @Test
    void blocksAreThoseOfTheProduct() throws Exception {
        Factors factors = Factors.draw(9, 1);
        List<double[]> blocks = new java.util.ArrayList<>();
        for (var block : factors.blocks(4)) {
            blocks.add(run(new ProductWorkload.BlockPiece(block)).result());
        }
        assertThat(factors.isProduct(blocks, 4, 2)).isTrue();
    }

    @Test
    void partOfARoundFindsTheSameStepByStepAndAtOnce() throws Exception {
        MatchPiece piece = (MatchPiece) new RulesWorkload(20).sample();
        assertThat(piece.match().fresh().length).isGreaterThan(10);
        assertThat(run(piece).result()).isNotEmpty().isEqualTo(piece.atOnce());
    }
}
