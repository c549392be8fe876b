/**
 * Policies that move tasks between neighbours, after "A universal model of distributed dynamic load
 * balancing" (Chen, Ji, Chen, 1997).
 */
@NullMarked
package org.evenkeel.policy.neighbour;

import org.jspecify.annotations.NullMarked;
