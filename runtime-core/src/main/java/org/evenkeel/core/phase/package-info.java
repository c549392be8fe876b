/**
 * Scheduling phases as conversations: the master's part ({@link
 * org.evenkeel.core.phase.PhaseMaster}, {@link org.evenkeel.core.phase.Seat}) and every node's
 * ({@link org.evenkeel.core.phase.PhaseMember}). Time comes in as an argument; what is to be done
 * goes to interfaces.
 */
@NullMarked
package org.evenkeel.core.phase;

import org.jspecify.annotations.NullMarked;
