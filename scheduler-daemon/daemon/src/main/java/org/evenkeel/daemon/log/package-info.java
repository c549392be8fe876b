/** The logs of jobs: what their tasks print, at the node where the job is open. */
@NullMarked
package org.evenkeel.daemon.log;

import org.jspecify.annotations.NullMarked;
