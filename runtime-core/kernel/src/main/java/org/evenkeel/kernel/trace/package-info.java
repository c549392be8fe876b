/** What happened to a task, and why: records kept in a bounded ring. */
@NullMarked
package org.evenkeel.kernel.trace;

import org.jspecify.annotations.NullMarked;
