/**
 * Whole clusters under virtual time: unchanged {@link org.evenkeel.kernel.NodeCore}s driven by one
 * seed, over a network and on machines that exist only here.
 */
@NullMarked
package org.evenkeel.simulator;

import org.jspecify.annotations.NullMarked;
