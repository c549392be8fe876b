/**
 * The main of a worker process: one slot that runs the tasks of one job, one at a time.
 *
 * <p>Threads: {@code main} reads the link; runners, virtual, pass a baton and run tasks; {@code
 * evenkeel-watch} looks after time-outs; {@code evenkeel-writer} writes what nobody else does.
 */
@NullMarked
package org.evenkeel.worker;

import org.jspecify.annotations.NullMarked;
