package org.evenkeel.examples.mgsort;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;

/**
 * Sorts numbers: few by quicksort, more by four children and a merge.
 *
 * @param numbers what to sort
 * @param threshold most numbers that are sorted without children
 * @param total how many numbers there are in all, m of the queue-stack load
 */
public record MergeSortTask(int[] numbers, int threshold, int total) implements Task<int[]> {

    @Override
    public int[] run(TaskContext context) throws InterruptedException {
        if (numbers.length <= threshold) {
            int[] sorted = numbers.clone();
            Arrays.sort(sorted); // a quicksort with two pivots
            return sorted;
        }
        List<TaskHandle<int[]>> children = new ArrayList<>();
        for (int[] part : Segment.cut(numbers)) {
            MergeSortTask child = new MergeSortTask(part, threshold, total);
            children.add(context.spawn(child, child.options()));
        }
        context.awaitAll(children);
        int[][] parts = new int[children.size()][];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = children.get(i).get();
        }
        return Segment.merge(parts);
    }

    /** Says how heavy this task is: its weight is the count of its numbers. */
    TaskOptions options() {
        return TaskOptions.DEFAULT
                .withWeight(Math.max(1, numbers.length))
                .withTotalWeight(total)
                .withName("mgsort");
    }
}
