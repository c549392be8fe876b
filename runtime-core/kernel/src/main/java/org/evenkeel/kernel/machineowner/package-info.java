/** When a workstation is its owner's: what is observed, and what the node does about it. */
@NullMarked
package org.evenkeel.kernel.machineowner;

import org.jspecify.annotations.NullMarked;
