package org.evenkeel.examples.options;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.evenkeel.Evenkeel;
import org.evenkeel.api.Cluster;
import org.evenkeel.examples.program.Usage;

/** The program: submits batches and adds their results up. */
public final class OptionPrices {
    static final CallOption OPTION = new CallOption(100, 100, 0.05, 0.2, 1, 50);
    static final long SEED = 1;

    private static final int BATCHES = 200;
    private static final int PATHS = 50_000;

    private OptionPrices() {}

    public static void main(String[] arguments) throws Exception {
        Usage.check("usage: OptionPrices [PLOT.svg]", 1, arguments);
        Path plot =
                arguments.length > 0
                        ? Path.of(arguments[0])
                        : Files.createTempFile("options", ".svg");
        List<BatchTask.Prices> batches;
        try (Cluster cluster = Evenkeel.connect()) {
            batches = cluster.submitAll(tasks(SEED, BATCHES, PATHS)).join();
        }
        BatchTask.Prices prices = BatchTask.Prices.NONE;
        List<Estimate> europeanSoFar = new ArrayList<>();
        for (BatchTask.Prices batch : batches) {
            prices = prices.plus(batch);
            europeanSoFar.add(prices.european());
        }
        double exact = OPTION.blackScholes();
        print("European option", prices.european());
        System.out.printf(Locale.ROOT, "  Black-Scholes   %.4f%n", exact);
        print("Asian option", prices.asian());
        Files.writeString(plot, Plot.svg(europeanSoFar, exact));
        System.out.println("plot: " + plot);
    }

    /** Each batch has a seed of its own, so the result does not depend on where it runs. */
    static List<BatchTask> tasks(long seed, int batches, int paths) {
        SplittableRandom seeds = new SplittableRandom(seed);
        List<BatchTask> tasks = new ArrayList<>();
        for (int i = 0; i < batches; i++) {
            tasks.add(new BatchTask(OPTION, seeds.nextLong(), paths));
        }
        return tasks;
    }

    private static void print(String name, Estimate price) {
        System.out.printf(
                Locale.ROOT,
                "%-17s %.4f, standard error %.4f, %,d paths%n",
                name,
                price.mean(),
                price.standardError(),
                price.count());
    }
}
