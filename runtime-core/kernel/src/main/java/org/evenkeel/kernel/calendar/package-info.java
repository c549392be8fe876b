/**
 * Plans equal tasks on clusters that are there part of the time: when which cluster gets how many,
 * and when all is done. Pure arithmetic on ticks; after Khritankov, "On an algorithm for balancing
 * computational load in distributed systems" (2008).
 */
@NullMarked
package org.evenkeel.kernel.calendar;

import org.jspecify.annotations.NullMarked;
