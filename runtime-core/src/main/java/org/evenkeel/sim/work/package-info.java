/** Workloads of simulated clusters: arrivals, service times, trees of tasks, recordings. */
@NullMarked
package org.evenkeel.sim.work;

import org.jspecify.annotations.NullMarked;
