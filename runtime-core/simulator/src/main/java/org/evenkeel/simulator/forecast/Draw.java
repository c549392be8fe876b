package org.evenkeel.simulator.forecast;

import java.util.List;

/**
 * The speeds and the work that one simulated run assumes.
 *
 * @param logSpeeds natural logarithms of the speeds of machines, by their number in the history
 * @param tasks of the moment's open tasks, in their order
 */
record Draw(List<Double> logSpeeds, List<Task> tasks) {

    /**
     * What an open task still does. Times are those of a machine of speed 1.
     *
     * @param totalNanos all its own work
     * @param leftNanos what is left of it
     * @param afterNanos the part of both that follows the end of its children
     * @param children what it is yet to spawn
     */
    record Task(long totalNanos, long leftNanos, long afterNanos, List<Spawned> children) {}

    /** A task that an open one is yet to spawn. */
    record Spawned(String kind, long totalNanos, long afterNanos, List<Spawned> children) {}

    Draw {
        logSpeeds = List.copyOf(logSpeeds);
        tasks = List.copyOf(tasks);
    }
}
