package org.evenkeel.kernel.calendar;

import java.util.List;

/**
 * Who does how much.
 *
 * @param intervals what was planned with
 * @param tasks in all
 * @param finish tick at which the last one ends; 0 without any
 * @param shares one for each interval, in the same order
 */
public record CalendarPlan(
        List<ClusterInterval> intervals, long tasks, long finish, List<Share> shares)
        implements PlanResult {

    public CalendarPlan {
        intervals = List.copyOf(intervals);
        shares = List.copyOf(shares);
    }

    /** When an interval's last packet ends; where it begins when it has none. */
    public long endOf(int interval) {
        return intervals.get(interval).endOf(shares.get(interval).stages());
    }

    /** How many packets there are; as large as there are tasks. */
    public long packets() {
        return shares.stream().mapToLong(Share::stages).sum();
    }
}
