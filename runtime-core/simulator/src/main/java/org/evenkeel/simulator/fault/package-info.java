/** What goes wrong in a simulated cluster, and when: values, drawn from a seed. */
@NullMarked
package org.evenkeel.simulator.fault;

import org.jspecify.annotations.NullMarked;
