/** A planning policy: how many tasks each node runs in each of its open hours. */
@NullMarked
package org.evenkeel.kernel.policy.calendar;

import org.jspecify.annotations.NullMarked;
