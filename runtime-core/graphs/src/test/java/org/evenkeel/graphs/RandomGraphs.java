package org.evenkeel.graphs;

import java.math.BigDecimal;
import java.util.SplittableRandom;

/** Graphs by chance: small numbers, so that much ties; broadcasts; work and messages of none. */
final class RandomGraphs {

    private RandomGraphs() {}

    /** Up to 30 tasks. */
    static ScheduleGraph small(SplittableRandom random) {
        int tasks = random.nextInt(1, 31);
        double density = random.nextDouble(0.02, 0.4);
        int data = random.nextInt(1, 12);
        ScheduleGraphBuilder builder = builder(random.nextInt(3));
        for (int task = 1; task <= tasks; task++) {
            builder.task("" + task, BigDecimal.valueOf(random.nextInt(8)));
        }
        int[] shuffled = shuffled(tasks, random);
        for (int i = 0; i < tasks; i++) {
            boolean broadcasts = random.nextInt(3) == 0;
            int same = random.nextInt(data);
            for (int j = i + 1; j < tasks; j++) {
                if (random.nextDouble() < density) {
                    boolean member = broadcasts && random.nextInt(4) > 0;
                    builder.edge(
                            "" + shuffled[i],
                            "" + shuffled[j],
                            BigDecimal.valueOf(member ? same : random.nextInt(data)),
                            member ? "b" + i : null);
                }
            }
        }
        return builder.build();
    }

    /**
     * Layers of equal width, each task with some parents in one of the three layers before.
     *
     * @param data at most on an edge; against work of 1 to 1,000
     */
    static ScheduleGraph layered(
            int tasks, int width, int parents, int data, SplittableRandom random) {
        ScheduleGraphBuilder builder = builder(1);
        for (int task = 0; task < tasks; task++) {
            builder.task("" + task, BigDecimal.valueOf(random.nextInt(1, 1_001)));
        }
        for (int task = width; task < tasks; task++) {
            int layer = task / width;
            int first = random.nextInt(Math.max(0, layer - 3), layer) * width;
            int start = random.nextInt(width);
            for (int i = 0; i < parents; i++) {
                int parent = first + (start + i * 7) % width;
                int amount = random.nextInt(data + 1);
                builder.edge("" + parent, "" + task, BigDecimal.valueOf(amount), null);
            }
        }
        return builder.build();
    }

    private static ScheduleGraphBuilder builder(long alpha) {
        return new ScheduleGraphBuilder(BigDecimal.ONE, BigDecimal.valueOf(alpha), BigDecimal.ONE);
    }

    /** 1 to {@code count}. */
    static int[] shuffled(int count, SplittableRandom random) {
        int[] numbers = new int[count];
        for (int i = 0; i < count; i++) {
            int at = random.nextInt(i + 1);
            numbers[i] = numbers[at];
            numbers[at] = i + 1;
        }
        return numbers;
    }
}
