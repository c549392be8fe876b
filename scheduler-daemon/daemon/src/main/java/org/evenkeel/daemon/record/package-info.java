/** Recordings for the simulator: arrivals and running times of tasks. */
@NullMarked
package org.evenkeel.daemon.record;

import org.jspecify.annotations.NullMarked;
