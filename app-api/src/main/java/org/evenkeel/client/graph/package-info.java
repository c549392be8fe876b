/**
 * Runs task graphs: plans them, sends tasks to their nodes, and plans again when nodes join or
 * leave.
 */
@NullMarked
package org.evenkeel.client.graph;

import org.jspecify.annotations.NullMarked;
