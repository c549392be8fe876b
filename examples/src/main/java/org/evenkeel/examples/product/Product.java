package org.evenkeel.examples.product;

import java.util.List;
import org.evenkeel.examples.program.Example;
import org.evenkeel.examples.program.ExampleMain;
import org.evenkeel.examples.program.Options;
import org.evenkeel.examples.program.Report;
import org.evenkeel.examples.program.Runner;

/** The program: draws two matrices, has them multiplied, checks the product. */
public final class Product implements Example {
    private static final int MAX_N = 10_000;

    public static void main(String[] arguments) {
        ExampleMain.run(new Product(), arguments);
    }

    @Override
    public String description() {
        return "Multiplies two n x n matrices, each block of the product a task.";
    }

    @Override
    public Options options() {
        return new Options()
                .number("n", 1200, 1, MAX_N, "rows and columns")
                .number("block", 200, 1, MAX_N, "rows and columns of a block")
                .number("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE, "where the numbers come from");
    }

    @Override
    public Report run(Options.Values values, Runner runner) throws Exception {
        int n = values.whole("n");
        int size = values.whole("block");
        long seed = values.number("seed");
        Factors factors = Factors.draw(n, seed);
        List<BlockTask> tasks = factors.blocks(size).stream().map(BlockTask::new).toList();
        List<double[]> computed = runner.runAll("product", tasks);
        boolean correct = factors.isProduct(computed, size, seed + 1);
        return Report.of(correct)
                .line(
                        "%,d x %,d numbers multiplied by %,d tasks%s",
                        n, n, tasks.size(), correct ? "" : " -- WRONG")
                .field("n", n)
                .field("tasks", tasks.size());
    }
}
