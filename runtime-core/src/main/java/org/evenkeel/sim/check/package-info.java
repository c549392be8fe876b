/** Invariants that are checked after every event of a simulation. */
@NullMarked
package org.evenkeel.sim.check;

import org.jspecify.annotations.NullMarked;
