/** The trace of tasks: records of what happened and why, in a bounded ring. */
@NullMarked
package org.evenkeel.kernel.trace;

import org.jspecify.annotations.NullMarked;
