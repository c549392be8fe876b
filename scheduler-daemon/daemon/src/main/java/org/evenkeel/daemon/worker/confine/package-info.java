/**
 * Separates workers from the daemon's secrets, if the daemon has the right to: other users, control
 * groups.
 */
@NullMarked
package org.evenkeel.daemon.worker.confine;

import org.jspecify.annotations.NullMarked;
