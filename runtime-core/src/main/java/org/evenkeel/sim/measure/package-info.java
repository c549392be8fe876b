/** Counters and timers of a simulation. */
@NullMarked
package org.evenkeel.sim.measure;

import org.jspecify.annotations.NullMarked;
