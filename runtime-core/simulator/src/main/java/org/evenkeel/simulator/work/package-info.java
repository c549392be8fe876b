/** What simulated clusters are given to do: arrivals, service times, trees of tasks, recordings. */
@NullMarked
package org.evenkeel.simulator.work;

import org.jspecify.annotations.NullMarked;
