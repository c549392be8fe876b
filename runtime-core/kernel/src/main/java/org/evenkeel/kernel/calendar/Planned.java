package org.evenkeel.kernel.calendar;

/** What comes of planning. */
public sealed interface Planned permits CalendarPlan, DoesNotFit {}
