package org.evenkeel.graphs;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * The task graphs of the paper's two programs on an n × n matrix cut into square blocks: solving a
 * system by Gauss-Jordan elimination, and LU decomposition. Task {@code vJ^I} works on block column
 * J in step I. Work is in floating-point operations, data in floats, time in seconds; ticks are so
 * short that one operation, and one float on the bus, is a whole number of them.
 */
public final class EliminationGraphs {
    /** Blocks in a row: some 2,000,000 tasks. */
    public static final int MAX_BLOCKS = 2_000;

    private static final long MAX_BLOCK = 1_000_000;

    private final long block;
    private final int blocks;
    private final long size;
    private final ScheduleGraphBuilder builder;

    private EliminationGraphs(Matrix matrix, Speeds speeds) {
        this.size = matrix.n();
        this.block = matrix.block();
        this.blocks = (int) (size / block);
        this.builder = new ScheduleGraphBuilder(speeds.flops(), speeds.alpha(), speeds.rate());
        builder.wholeUnits();
    }

    /**
     * How large a matrix is.
     *
     * @param n rows and columns
     * @param block rows and columns of a block; divides n
     */
    public record Matrix(long n, long block) {
        public Matrix {
            if (block < 1 || block > MAX_BLOCK) {
                throw new IllegalArgumentException(
                        "block " + block + " is out of range; use 1 to " + MAX_BLOCK);
            }
            if (n < 1 || n % block != 0) {
                throw new IllegalArgumentException(
                        "block " + block + " does not divide n, which is " + n);
            }
            if (n / block > MAX_BLOCKS) {
                throw new IllegalArgumentException(
                        "n / block is %s is out of range; use at most %s"
                                .formatted(n / block, MAX_BLOCKS));
            }
        }
    }

    /**
     * How fast machines and bus are.
     *
     * @param flops floating-point operations a second of a processor
     * @param alpha start-up of a message, seconds
     * @param rate floats a second on the bus
     */
    public record Speeds(BigDecimal flops, BigDecimal alpha, BigDecimal rate) {}

    /**
     * Gauss-Jordan elimination; the right-hand side is the block column after the last. Tasks
     * without work are left out.
     */
    public static ScheduleGraph gaussJordan(Matrix matrix, Speeds speeds) {
        return new EliminationGraphs(matrix, speeds).gaussJordan();
    }

    /** LU decomposition. */
    public static ScheduleGraph lu(Matrix matrix, Speeds speeds) {
        return new EliminationGraphs(matrix, speeds).lu();
    }

    private ScheduleGraph gaussJordan() {
        long square = block * block;
        int rightSide = blocks + 1;
        task(1, 0, times(2 * block, square));
        for (int i = 1; i <= blocks; i++) {
            if (i < blocks) {
                task(i + 1, i, times(2 * block, square));
            }
            for (int j = i + 2; j <= blocks; j++) {
                task(j, i, times(2 * size - 1, square));
            }
            task(rightSide, i, times(2 * size - 1, block));
            for (int j = i + 1; j <= rightSide; j++) {
                edge(name(i, i - 1), name(j, i), size * block, "pivot" + i);
                if (i >= 2) {
                    long floats = j == rightSide ? size : size * block;
                    edge(name(j, i - 1), name(j, i), floats, null);
                }
            }
        }
        return builder.build();
    }

    private ScheduleGraph lu() {
        for (int i = 1; i <= blocks; i++) {
            long below = size - i * block;
            task(i, i, factoring(below));
            for (int j = i + 1; j <= blocks; j++) {
                task(j, i, updating(below));
                edge(name(i, i), name(j, i), below * block + block * (block - 1) / 2, "factor" + i);
                if (i >= 2) {
                    edge(name(j, i - 1), name(j, i), (below + block) * block, null);
                }
            }
            if (i >= 2) {
                edge(name(i, i - 1), name(i, i), (below + block) * block, null);
            }
        }
        return builder.build();
    }

    /** m b² + b (b - 1) (4b + 1) / 6 + b (b - 1) (b - 2) / 3 + (b³ + 2b) / 3 for m rows below. */
    private BigDecimal factoring(long below) {
        BigDecimal pairs = times(block, block - 1);
        BigDecimal inside =
                pairs.multiply(BigDecimal.valueOf(4 * block + 1))
                        .add(pairs.multiply(BigDecimal.valueOf(2 * (block - 2))))
                        .add(times(2 * block, block * block + 2))
                        .divide(BigDecimal.valueOf(6));
        return times(below, block * block).add(inside);
    }

    /** b³ - b² + 2 m b² for m rows below. */
    private BigDecimal updating(long below) {
        return times(block - 1 + 2 * below, block * block);
    }

    private static BigDecimal times(long a, long b) {
        return BigDecimal.valueOf(a).multiply(BigDecimal.valueOf(b));
    }

    private static String name(int column, int step) {
        return "v" + column + "^" + step;
    }

    private void task(int column, int step, BigDecimal work) {
        builder.task(name(column, step), work);
    }

    private void edge(String from, String to, long floats, @Nullable String broadcast) {
        builder.edge(from, to, BigDecimal.valueOf(floats), broadcast);
    }
}
