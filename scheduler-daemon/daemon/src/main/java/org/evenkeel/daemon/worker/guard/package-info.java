/** Limits the resources of worker processes, and ends every process that a worker started. */
@NullMarked
package org.evenkeel.daemon.worker.guard;

import org.jspecify.annotations.NullMarked;
