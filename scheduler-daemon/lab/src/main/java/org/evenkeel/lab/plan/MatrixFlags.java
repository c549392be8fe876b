package org.evenkeel.lab.plan;

import java.math.BigDecimal;
import java.util.List;
import org.evenkeel.graphs.EliminationGraphs;
import org.evenkeel.graphs.ScheduleGraph;
import org.evenkeel.lab.simulate.FlagValues;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags of the two programs on a matrix; unset they are those of the paper. */
public final class MatrixFlags {
    @Option(
            names = "--n",
            paramLabel = "N",
            description = "Rows of the matrix of gauss-jordan and lu (default 10000).")
    private @Nullable Long n;

    @Option(
            names = "--block",
            paramLabel = "B",
            description = "Rows of a block; divides N (default 200).")
    private @Nullable Long block;

    @Option(
            names = "--flops",
            paramLabel = "F",
            description =
                    "Speed of a processor in floating-point operations per second (default 50e6).")
    private @Nullable BigDecimal flops;

    @Option(
            names = "--alpha",
            paramLabel = "S",
            description =
                    "Latency of a message before it needs the bus, in seconds (default 5e-4).")
    private @Nullable BigDecimal alpha;

    @Option(
            names = "--rate",
            paramLabel = "R",
            description = "Bandwidth of the bus in floats per second (default 1e5).")
    private @Nullable BigDecimal rate;

    /** The flags that are set. */
    public List<String> given() {
        return FlagValues.given(
                "--n", n, "--block", block, "--flops", flops, "--alpha", alpha, "--rate", rate);
    }

    /**
     * The graph of one of them.
     *
     * @throws IllegalArgumentException if a flag cannot be used
     */
    public ScheduleGraph graph(Program program) {
        EliminationGraphs.Matrix matrix =
                new EliminationGraphs.Matrix(n == null ? 10_000 : n, block == null ? 200 : block);
        EliminationGraphs.Speeds speeds =
                new EliminationGraphs.Speeds(
                        flops == null ? new BigDecimal("50e6") : flops,
                        alpha == null ? new BigDecimal("5e-4") : alpha,
                        rate == null ? new BigDecimal("1e5") : rate);
        return switch (program) {
            case GAUSS_JORDAN -> EliminationGraphs.gaussJordan(matrix, speeds);
            case LU -> EliminationGraphs.lu(matrix, speeds);
        };
    }
}
