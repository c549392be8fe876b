/** Workloads of simulated clusters: arrivals, service times, trees of tasks, recordings. */
@NullMarked
package org.evenkeel.simulator.work;

import org.jspecify.annotations.NullMarked;
