/** A policy that plans: which node gets how many tasks in which of its open hours. */
@NullMarked
package org.evenkeel.kernel.policy.calendar;

import org.jspecify.annotations.NullMarked;
