package org.evenkeel.api;

import java.time.Instant;

/**
 * A line that a task printed or logged: to {@code System.out}, {@code System.err}, with {@code
 * java.util.logging}, or with a logging library that writes to one of these.
 *
 * @param taskId id of the task, as {@code evenkeel logs} takes it
 * @param node name of the node where it was printed
 * @param attempt {@link TaskContext#attempt} of the attempt in which the task began to count its
 *     lines; one that was moved continues to count
 * @param number of the line in this attempt, from 1
 * @param level what it is
 * @param text without the end of the line; a line above 8 KiB comes in parts
 */
public record TaskLogLine(
        String taskId,
        String node,
        int attempt,
        long number,
        Instant time,
        Level level,
        String text) {

    /** What a line is. */
    public enum Level {
        /** Printed to standard output. */
        OUT,
        /** Printed to standard error. */
        ERR,
        TRACE,
        DEBUG,
        INFO,
        WARN,
        ERROR,
        /** With what an attempt failed: not printed by the task, but by its worker. */
        FAILED,
        /** Not of the task: in its place lines are missing that could not be stored. */
        LOST
    }

    /** The line with its task and node before it, as programs show it by default. */
    @Override
    public String toString() {
        return "(" + taskId + " on " + node + ") " + text;
    }
}
