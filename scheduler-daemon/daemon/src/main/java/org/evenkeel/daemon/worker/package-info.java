/** Worker processes: starting, binding to jobs, replacing. */
@NullMarked
package org.evenkeel.daemon.worker;

import org.jspecify.annotations.NullMarked;
