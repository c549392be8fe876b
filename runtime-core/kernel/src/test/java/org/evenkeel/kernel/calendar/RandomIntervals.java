package org.evenkeel.kernel.calendar;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Small random systems in which ends tie often. */
final class RandomIntervals {

    private RandomIntervals() {}

    /** Any. */
    static List<ClusterInterval> any(SplittableRandom random) {
        return some(random, false);
    }

    /** All processors compute. */
    static List<ClusterInterval> computing(SplittableRandom random) {
        return some(random, true);
    }

    private static List<ClusterInterval> some(SplittableRandom random, boolean all) {
        List<ClusterInterval> intervals = new ArrayList<>();
        int count = random.nextInt(1, 6);
        for (int i = 0; i < count; i++) {
            long processors = random.nextInt(1, 7);
            long computing = all ? processors : random.nextLong(1, processors + 1);
            long from = random.nextInt(3) == 0 ? 0 : random.nextInt(20);
            long to = from + random.nextInt(40);
            intervals.add(
                    new ClusterInterval(
                            "c" + i, processors, computing, from, to, random.nextInt(1, 12)));
        }
        return intervals;
    }
}
