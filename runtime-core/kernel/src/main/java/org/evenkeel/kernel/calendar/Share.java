package org.evenkeel.kernel.calendar;

/**
 * What one interval does in a plan.
 *
 * @param tasks in all
 * @param stages packets used; all but the last one are full
 * @param lastStageTasks tasks in the last of them; 0 without any
 */
public record Share(long tasks, long stages, long lastStageTasks) {
    static final Share NONE = new Share(0, 0, 0);
}
