/**
 * The protocol of scheduling phases: the master's side ({@link
 * org.evenkeel.kernel.phases.PhaseMaster}, {@link org.evenkeel.kernel.phases.MasterElection}) and
 * the side of every node ({@link org.evenkeel.kernel.phases.PhaseMember}). Time is an argument;
 * effects go to interfaces.
 */
@NullMarked
package org.evenkeel.kernel.phases;

import org.jspecify.annotations.NullMarked;
