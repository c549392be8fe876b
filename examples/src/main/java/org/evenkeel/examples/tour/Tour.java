package org.evenkeel.examples.tour;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.evenkeel.examples.program.Example;
import org.evenkeel.examples.program.ExampleMain;
import org.evenkeel.examples.program.Options;
import org.evenkeel.examples.program.Report;
import org.evenkeel.examples.program.Runner;

/** The program: long tasks that resume elsewhere when their node leaves. */
public final class Tour implements Example {

    public static void main(String[] arguments) {
        ExampleMain.run(new Tour(), arguments);
    }

    @Override
    public String description() {
        return "Finds the shortest round trip by branch and bound, in tasks that move while they run.";
    }

    @Override
    public Options options() {
        return new Options()
                .number("towns", 16, 5, 18, "towns to visit")
                .number("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE, "where they are");
    }

    @Override
    public Report run(Options.Values values, Runner runner) throws Exception {
        int[][] distances = Towns.distances(values.whole("towns"), values.number("seed"));
        List<TourTask> tasks = tasks(distances);
        TourSearch.Found best = null;
        long places = 0;
        for (TourSearch.Found part : runner.runAll("tour", tasks)) {
            places += part.places();
            best = best == null || part.length() < best.length() ? part : best;
        }
        boolean correct = best != null && best.length() == Towns.shortest(distances);
        int length = best == null ? 0 : best.length();
        int[] order = best == null ? new int[0] : best.order();
        return Report.of(correct)
                .line(
                        "the shortest round trip of %d towns has %,d steps%s",
                        distances.length, length, correct ? "" : " -- which it has NOT")
                .line("over %s", Arrays.toString(order))
                .line("%,d places were looked at", places)
                .field("towns", distances.length)
                .field("tasks", tasks.size())
                .field("length", length)
                .field("places", places);
    }

    /** One for each pair of towns that a trip may begin with; all know the same trip. */
    static List<TourTask> tasks(int[][] distances) {
        int known = Towns.nearestFirst(distances);
        List<TourTask> tasks = new ArrayList<>();
        for (int first = 1; first < distances.length; first++) {
            for (int second = 1; second < distances.length; second++) {
                if (first != second) {
                    tasks.add(new TourTask(distances, first, second, known));
                }
            }
        }
        return tasks;
    }
}
