/** A simulated disk: after a crash, writes that were not synced may or may not be there. */
@NullMarked
package org.evenkeel.simulator.disk;

import org.jspecify.annotations.NullMarked;
