package org.evenkeel.kernel.calendar;

/** What comes of planning. */
public sealed interface PlanResult permits CalendarPlan, DoesNotFit {}
