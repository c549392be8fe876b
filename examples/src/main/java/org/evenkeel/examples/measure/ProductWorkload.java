package org.evenkeel.examples.measure;

import java.util.List;
import org.evenkeel.examples.product.Block;
import org.evenkeel.examples.product.Factors;

/**
 * The product of two matrices.
 *
 * @param n rows and columns
 */
record ProductWorkload(int n) implements MeasuredWorkload {
    private static final int BLOCKS = 10;
    private static final int SMALL = 200;

    /** A block of the product. */
    record BlockPiece(Block block) implements Piece<double[]> {
        @Override
        public double[] compute(Pace pace) throws InterruptedException {
            double[] all = new double[block.height() * block.width()];
            for (int row = 0; row < block.height(); row++) {
                block.compute(row, all);
                pace.step();
            }
            return all;
        }
    }

    @Override
    public Piece<?> sample() {
        return new BlockPiece(Factors.draw(SMALL, 1).blocks(SMALL / 2).getFirst());
    }

    @Override
    public boolean run(ClusterMeasurement clusterMeasurement) throws InterruptedException {
        int size = Math.max(1, (n + BLOCKS - 1) / BLOCKS);
        Factors factors = Factors.draw(n, 1);
        List<double[]> computed =
                clusterMeasurement.all(factors.blocks(size).stream().map(BlockPiece::new).toList());
        return factors.isProduct(computed, size, 2);
    }
}
