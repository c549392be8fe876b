/**
 * What keeps workers away from the daemon's secrets where the daemon has the right: other users,
 * control groups.
 */
@NullMarked
package org.evenkeel.daemon.worker.confine;

import org.jspecify.annotations.NullMarked;
