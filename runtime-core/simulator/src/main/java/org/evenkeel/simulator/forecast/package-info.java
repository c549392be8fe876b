/** Continues a cluster from a recorded moment in many simulations, and says when its jobs end. */
@NullMarked
package org.evenkeel.simulator.forecast;

import org.jspecify.annotations.NullMarked;
