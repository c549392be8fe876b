/**
 * Policies that move tasks between neighbours by their known loads: those of "A universal model of
 * distributed dynamic load balancing" (Chen, Ji, Chen, 1997), and well-known policies for
 * comparison.
 */
@NullMarked
package org.evenkeel.kernel.policy.neighbour;

import org.jspecify.annotations.NullMarked;
