/** What travels when a graph runs: its tasks, names of values, and what became of a task. */
@NullMarked
package org.evenkeel.client.value;

import org.jspecify.annotations.NullMarked;
