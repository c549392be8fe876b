/** Looks after what worker processes take, and ends every process that came from one. */
@NullMarked
package org.evenkeel.daemon.worker.guard;

import org.jspecify.annotations.NullMarked;
