package org.evenkeel.examples.mgsort;

import java.util.Arrays;
import org.evenkeel.examples.program.Example;
import org.evenkeel.examples.program.ExampleMain;
import org.evenkeel.examples.program.Options;
import org.evenkeel.examples.program.Report;
import org.evenkeel.examples.program.Runner;

/** The program: draws numbers, has them sorted, checks the order. */
public final class MergeSort implements Example {
    public static void main(String[] arguments) {
        ExampleMain.run(new MergeSort(), arguments);
    }

    @Override
    public String description() {
        return "Sorts m numbers by four-way merge sort, each segment a task.";
    }

    @Override
    public Options options() {
        return new Options()
                .number("m", 640_000, 0, 50_000_000, "numbers to sort")
                .number("threshold", 20_000, 1, 50_000_000, "most numbers sorted by one task")
                .number("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE, "where the numbers come from");
    }

    @Override
    public Report run(Options.Values values, Runner runner) throws Exception {
        int m = values.whole("m");
        int threshold = values.whole("threshold");
        int[] numbers = Segment.random(m, values.number("seed"));
        MergeSortTask root = new MergeSortTask(numbers, threshold, m);
        int[] sorted = runner.run("mgsort", root, root.options());
        int[] expected = numbers.clone();
        Arrays.sort(expected);
        boolean correct = Arrays.equals(sorted, expected);
        int tasks = Segment.countTasks(m, threshold);
        return Report.of(correct)
                .line("%,d numbers %s by %,d tasks", m, correct ? "sorted" : "NOT sorted", tasks)
                .field("m", m)
                .field("threshold", threshold)
                .field("tasks", tasks);
    }
}
