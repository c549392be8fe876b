package org.evenkeel.examples.pi;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.examples.program.Example;
import org.evenkeel.examples.program.ExampleMain;
import org.evenkeel.examples.program.Options;
import org.evenkeel.examples.program.Report;
import org.evenkeel.examples.program.Runner;

/** The program: the same seed gives the same digits on one node or a hundred. */
public final class Pi implements Example {
    /** An estimate further off than this many standard errors is taken for a mistake. */
    private static final double TOO_FAR = 6;

    public static void main(String[] arguments) {
        ExampleMain.run(new Pi(), arguments);
    }

    @Override
    public String description() {
        return "Estimates pi by throwing points at a square and counting those in the circle.";
    }

    @Override
    public Options options() {
        return new Options()
                .number("points", 400_000_000, 1, 1_000_000_000_000L, "points to throw")
                .number("tasks", 400, 1, 1_000_000, "tasks that throw them")
                .number("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE, "where the points come from");
    }

    @Override
    public Report run(Options.Values values, Runner runner) throws Exception {
        long points = values.number("points");
        List<ThrowsTask> tasks = tasks(points, values.whole("tasks"), values.number("seed"));
        long hits = 0;
        for (long some : runner.runAll("pi", tasks)) {
            hits += some;
        }
        double share = (double) hits / points;
        double estimate = 4 * share;
        double standardError = 4 * Math.sqrt(share * (1 - share) / points);
        boolean correct = points < 1000 || Math.abs(estimate - Math.PI) < TOO_FAR * standardError;
        return Report.of(correct)
                .line(
                        "pi is about %.7f, give or take %.7f%s",
                        estimate, standardError, correct ? "" : " -- which it is NOT")
                .line("%,d of %,d points hit", hits, points)
                .field("points", points)
                .field("hits", hits)
                .field("pi", estimate)
                .field("standardError", standardError)
                .field("tasks", tasks.size());
    }

    static List<ThrowsTask> tasks(long points, int count, long seed) {
        int used = (int) Math.min(count, points);
        long[] seeds = Throws.seeds(seed, used);
        List<ThrowsTask> tasks = new ArrayList<>();
        for (int i = 0; i < used; i++) {
            long share = points / used + (i < points % used ? 1 : 0);
            tasks.add(new ThrowsTask(seeds[i], share));
        }
        return tasks;
    }
}
