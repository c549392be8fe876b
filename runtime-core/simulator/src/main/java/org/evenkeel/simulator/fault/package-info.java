/** Faults of a simulated cluster and their times: values drawn from a seed. */
@NullMarked
package org.evenkeel.simulator.fault;

import org.jspecify.annotations.NullMarked;
