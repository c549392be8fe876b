/**
 * The protocol of scheduling phases: the master's side ({@link
 * org.evenkeel.core.phase.PhaseMaster}, {@link org.evenkeel.core.phase.Seat}) and the side of every
 * node ({@link org.evenkeel.core.phase.PhaseMember}). Time is an argument; effects go to
 * interfaces.
 */
@NullMarked
package org.evenkeel.core.phase;

import org.jspecify.annotations.NullMarked;
