/** Pictures of experiments with planners; draws as those of simulations do. */
@NullMarked
package org.evenkeel.lab.plan.plot;

import org.jspecify.annotations.NullMarked;
