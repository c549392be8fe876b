package org.evenkeel.recorder.read;

import org.jspecify.annotations.Nullable;

/**
 * How far the records of one process of a node are read.
 *
 * @param next number of the next record
 * @param time of the last record that was read, microseconds since 1970; null if there was none
 */
public record Position(long incarnation, long next, @Nullable Long time) {}
