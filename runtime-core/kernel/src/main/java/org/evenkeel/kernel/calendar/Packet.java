package org.evenkeel.kernel.calendar;

/**
 * Tasks that a cluster gets at a time.
 *
 * @param start when it is sent, ticks
 * @param end when its results are there
 * @param interval whose, counted from 0
 * @param tasks how many
 */
public record Packet(long start, long end, int interval, long tasks) {}
