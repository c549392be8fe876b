package org.evenkeel.examples.mgsort;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The two ends of a four-way merge sort: cutting numbers into four parts and merging four sorted
 * ones.
 */
public final class Segment {
    /** Children of a task that does not sort by itself. */
    static final int WAYS = 4;

    private Segment() {}

    /** Numbers drawn from a seed, the same on any machine. */
    public static int[] random(int length, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] numbers = new int[length];
        for (int i = 0; i < length; i++) {
            numbers[i] = random.nextInt();
        }
        return numbers;
    }

    /** Four parts whose lengths differ by at most one. */
    public static int[][] cut(int[] numbers) {
        int[][] parts = new int[WAYS][];
        for (int i = 0; i < WAYS; i++) {
            int from = (int) ((long) numbers.length * i / WAYS);
            int to = (int) ((long) numbers.length * (i + 1) / WAYS);
            parts[i] = Arrays.copyOfRange(numbers, from, to);
        }
        return parts;
    }

    /** All numbers of sorted parts in one sorted array. */
    public static int[] merge(int[]... parts) {
        int length = 0;
        for (int[] part : parts) {
            length += part.length;
        }
        int[] merged = new int[length];
        int[] next = new int[parts.length];
        for (int i = 0; i < length; i++) {
            int least = -1;
            for (int p = 0; p < parts.length; p++) {
                if (next[p] < parts[p].length
                        && (least < 0 || parts[p][next[p]] < parts[least][next[least]])) {
                    least = p;
                }
            }
            merged[i] = parts[least][next[least]++];
        }
        return merged;
    }

    /** Tasks that sorting this many numbers takes. */
    static int countTasks(int length, int threshold) {
        if (length <= threshold) {
            return 1;
        }
        int tasks = 1;
        for (int i = 0; i < WAYS; i++) {
            int from = (int) ((long) length * i / WAYS);
            int to = (int) ((long) length * (i + 1) / WAYS);
            tasks += countTasks(to - from, threshold);
        }
        return tasks;
    }
}
