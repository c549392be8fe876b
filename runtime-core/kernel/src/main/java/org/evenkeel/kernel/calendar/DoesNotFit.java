package org.evenkeel.kernel.calendar;

/**
 * More tasks than the intervals hold.
 *
 * @param fits how many would
 */
public record DoesNotFit(long fits) implements PlanResult {}
