package org.evenkeel.examples.measure;

import org.evenkeel.examples.program.Options;
import org.evenkeel.examples.program.UsageException;

/** All workloads by their names. */
final class MeasuredWorkloads {
    static final String NAMES = "queens, product, sort or rules";

    private static final int QUEENS = 14;
    private static final int QUEENS_DEPTH = 3;

    private static final int MATRIX = 1200;
    private static final int NUMBERS = 640_000;
    private static final int PERSONS = 100;

    private MeasuredWorkloads() {}

    /** What was asked for. */
    static MeasuredWorkload of(Options.Values values) {
        int size = values.whole("size");
        int depth = values.whole("depth");
        return switch (values.text("workload")) {
            case "queens" -> new QueensWorkload(or(size, QUEENS), or(depth, QUEENS_DEPTH));
            case "product" -> new ProductWorkload(or(size, MATRIX));
            case "sort" -> new SortWorkload(or(size, NUMBERS));
            case "rules" -> new RulesWorkload(or(size, PERSONS));
            default ->
                    throw new UsageException(
                            "--workload is one of " + NAMES + ", not " + values.text("workload"));
        };
    }

    private static int or(int given, int otherwise) {
        return given == 0 ? otherwise : given;
    }
}
