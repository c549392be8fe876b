package org.evenkeel.kernel.calendar;

import java.util.ArrayList;
import java.util.List;

/**
 * Gives each task the processor that ends it soonest.
 *
 * <p>Algorithm 1 of the paper sorts all places for a task by when they end (then by interval, then
 * by stage) and takes the first ones. The same comes out without looking at each place: how many of
 * them end by a time is a sum over the intervals, so the finish is found by bisection. What ends
 * before it is full; what ends with it takes the rest in the order of the intervals. O(intervals ·
 * log finish), whatever the number of tasks.
 */
public final class CalendarPlanner {
    /**
     * Plans.
     *
     * @param tasks at least 0
     */
    public static PlanResult plan(List<ClusterInterval> intervals, long tasks) {
        if (tasks < 0) {
            throw new IllegalArgumentException(tasks + " tasks are out of range; use 0 or more");
        }
        long last = intervals.stream().mapToLong(ClusterInterval::to).max().orElse(0);
        long fits = placesBy(intervals, last);
        if (fits < tasks) {
            return new DoesNotFit(fits);
        }
        long finish = tasks == 0 ? 0 : finish(intervals, tasks, last);
        return new CalendarPlan(intervals, tasks, finish, shares(intervals, tasks, finish));
    }

    /** Least tick by which so many tasks can end. */
    private static long finish(List<ClusterInterval> intervals, long tasks, long last) {
        long tooSoon = 0; // every task takes a tick at least
        long enough = last;
        while (enough - tooSoon > 1) {
            long middle = tooSoon + (enough - tooSoon) / 2;
            if (placesBy(intervals, middle) >= tasks) {
                enough = middle;
            } else {
                tooSoon = middle;
            }
        }
        return enough;
    }

    /**
     * How many tasks can end by a time; {@link Long#MAX_VALUE} stands for more than fit in a long.
     */
    private static long placesBy(List<ClusterInterval> intervals, long time) {
        long sum = 0;
        for (ClusterInterval interval : intervals) {
            long stages = interval.stagesBy(time);
            if (Math.multiplyHigh(interval.computing(), stages) != 0) {
                return Long.MAX_VALUE;
            }
            long places = interval.computing() * stages;
            sum += places;
            if (places < 0 || sum < 0) {
                return Long.MAX_VALUE;
            }
        }
        return sum;
    }

    private static List<Share> shares(List<ClusterInterval> intervals, long tasks, long finish) {
        long left = tasks;
        for (ClusterInterval interval : intervals) {
            left -= interval.computing() * interval.stagesBy(finish - 1);
        }
        List<Share> shares = new ArrayList<>(intervals.size());
        for (ClusterInterval interval : intervals) {
            long full = interval.stagesBy(finish - 1);
            boolean one = full < interval.stages() && interval.endOf(full + 1) == finish;
            long rest = one ? Math.min(left, interval.computing()) : 0;
            left -= rest;
            shares.add(share(interval.computing(), full, rest));
        }
        return shares;
    }

    private static Share share(long computing, long full, long rest) {
        if (rest > 0) {
            return new Share(computing * full + rest, full + 1, rest);
        }
        return full == 0 ? Share.NONE : new Share(computing * full, full, computing);
    }
}
