package org.evenkeel.examples.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.examples.mgsort.Segment;

/**
 * Four-way merge sort as its example does it: few numbers are sorted here, more by four children
 * and a merge.
 *
 * @param threshold most numbers that are sorted without children
 * @param total how many numbers there are in all
 * @param times how often everything is computed
 * @param node where it and all below it run; empty for anywhere
 */
record SortTask(int[] numbers, int threshold, int total, int times, Machines machines, String node)
        implements Task<Done<int[]>> {

    @Override
    public Done<int[]> run(TaskContext context) throws InterruptedException {
        Pace pace = new Pace(context, machines);
        Map<String, Spent> spent = new HashMap<>();
        int[] sorted = {};
        if (numbers.length <= threshold) {
            for (int i = 0; i < times; i++) {
                sorted = numbers.clone();
                Arrays.sort(sorted);
                pace.step();
            }
        } else {
            List<TaskHandle<Done<int[]>>> children = new ArrayList<>();
            for (int[] part : Segment.cut(numbers)) {
                SortTask child = new SortTask(part, threshold, total, times, machines, node);
                children.add(context.spawn(child, child.options()));
            }
            pace.rest();
            context.awaitAll(children);
            pace.resume();
            int[][] parts = new int[children.size()][];
            for (int i = 0; i < parts.length; i++) {
                Done<int[]> done = children.get(i).get();
                parts[i] = done.result();
                done.spent().forEach((node, some) -> spent.merge(node, some, Spent::plus));
            }
            for (int i = 0; i < times; i++) {
                sorted = Segment.merge(parts);
                pace.step();
            }
        }
        pace.rest();
        pace.spent().forEach((node, some) -> spent.merge(node, some, Spent::plus));
        return new Done<>(sorted, Map.copyOf(spent));
    }

    /** Its weight is the count of its numbers. */
    TaskOptions options() {
        TaskOptions options =
                TaskOptions.DEFAULT
                        .withWeight(Math.max(1, numbers.length))
                        .withTotalWeight(total)
                        .withName("mgsort");
        return node.isEmpty() ? options : options.withNode(node);
    }
}
