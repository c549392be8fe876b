package org.evenkeel.daemon.cli.plan;

import java.util.List;
import org.evenkeel.plan.calendar.ClusterInterval;

/**
 * What a file of clusters says.
 *
 * @param intervals in the order of the file, those of a calendar by time
 * @param clock what their ticks are
 */
public record CalendarInput(List<ClusterInterval> intervals, PlanClock clock) {
    public CalendarInput {
        intervals = List.copyOf(intervals);
    }
}
