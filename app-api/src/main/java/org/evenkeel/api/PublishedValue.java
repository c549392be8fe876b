package org.evenkeel.api;

import org.jspecify.annotations.Nullable;

/**
 * A value that a task has published while it runs, see {@link TaskContext#publish}.
 *
 * @param value a copy of the value
 * @param number counts the values of the attempt, from 1; numbers that are skipped are of values
 *     that the program was too slow for, or not connected
 * @param attempt {@link TaskContext#attempt} of the run in which counting began: the same when the
 *     task has moved, another when it was run again from its beginning
 */
public record PublishedValue(@Nullable Object value, long number, int attempt) {}
