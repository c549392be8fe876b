/** Messages between the tasks of a job: {@link org.evenkeel.api.TaskContext#send} and receive. */
@NullMarked
package org.evenkeel.api.messages;

import org.jspecify.annotations.NullMarked;
