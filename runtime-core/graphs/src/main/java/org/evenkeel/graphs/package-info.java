/**
 * Plans a graph of tasks on equal processors that share one bus: when which task runs where, and
 * when which message is on the bus. Pure arithmetic on ticks; after Zhang, Feng, Han, Han, "Static
 * task scheduling for clusters interconnected by bus" (1999).
 */
@NullMarked
package org.evenkeel.graphs;

import org.jspecify.annotations.NullMarked;
