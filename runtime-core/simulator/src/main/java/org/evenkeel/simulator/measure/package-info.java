/** Counters and timers of a simulation. */
@NullMarked
package org.evenkeel.simulator.measure;

import org.jspecify.annotations.NullMarked;
