/**
 * Policies that move tasks between neighbours by what is known of their loads: those of "A
 * universal model of distributed dynamic load balancing" (Chen, Ji, Chen, 1997), and well-known
 * others beside which they are measured.
 */
@NullMarked
package org.evenkeel.kernel.policy.neighbour;

import org.jspecify.annotations.NullMarked;
