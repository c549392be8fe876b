/**
 * Tasks that need each other's values: {@link org.evenkeel.api.graph.TaskGraph#named} starts a
 * graph, {@link org.evenkeel.api.Cluster#submit(org.evenkeel.api.graph.TaskGraph)} plans and runs
 * it.
 */
@NullMarked
package org.evenkeel.api.graph;

import org.jspecify.annotations.NullMarked;
