package org.evenkeel.lab.plan;

import java.util.List;
import org.evenkeel.kernel.calendar.ClusterInterval;

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
