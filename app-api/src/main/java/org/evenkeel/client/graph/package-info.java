/** Runs task graphs: plans them, sends tasks to their nodes, plans anew when nodes come or go. */
@NullMarked
package org.evenkeel.client.graph;

import org.jspecify.annotations.NullMarked;
