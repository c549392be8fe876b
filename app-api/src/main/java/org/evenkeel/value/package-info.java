/** Values of a running graph: its tasks, the names of values, and the results of tasks. */
@NullMarked
package org.evenkeel.value;

import org.jspecify.annotations.NullMarked;
