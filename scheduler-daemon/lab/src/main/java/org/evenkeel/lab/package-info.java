/** The laboratory's commands: demo, simulate, swarm, plan, experiment, bench. */
@NullMarked
package org.evenkeel.lab;

import org.jspecify.annotations.NullMarked;
