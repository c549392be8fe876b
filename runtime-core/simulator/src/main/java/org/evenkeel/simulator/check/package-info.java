/** What must hold after every event of a simulation. */
@NullMarked
package org.evenkeel.simulator.check;

import org.jspecify.annotations.NullMarked;
