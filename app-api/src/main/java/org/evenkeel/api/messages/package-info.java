/**
 * Messages between the tasks of a job; see {@link org.evenkeel.api.TaskContext#send} and {@link
 * org.evenkeel.api.TaskContext#receive()}.
 */
@NullMarked
package org.evenkeel.api.messages;

import org.jspecify.annotations.NullMarked;
