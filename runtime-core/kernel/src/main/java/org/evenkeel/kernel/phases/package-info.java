/**
 * Scheduling phases as conversations: the master's part ({@link
 * org.evenkeel.kernel.phases.PhaseMaster}, {@link org.evenkeel.kernel.phases.Seat}) and every
 * node's ({@link org.evenkeel.kernel.phases.PhaseMember}). Time comes in as an argument; what is to
 * be done goes to interfaces.
 */
@NullMarked
package org.evenkeel.kernel.phases;

import org.jspecify.annotations.NullMarked;
