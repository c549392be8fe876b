package org.evenkeel.plan.calendar;

/** What comes of planning. */
public sealed interface Planned permits CalendarPlan, DoesNotFit {}
