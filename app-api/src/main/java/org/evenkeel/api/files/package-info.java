/**
 * Files and console of the program that submitted a task, for the task, wherever it runs; see
 * {@link org.evenkeel.api.TaskContext#files}.
 */
@NullMarked
package org.evenkeel.api.files;

import org.jspecify.annotations.NullMarked;
