/** Values of a running graph: its tasks, the names of values, and the results of tasks. */
@NullMarked
package org.evenkeel.client.value;

import org.jspecify.annotations.NullMarked;
