/** Topologies: which nodes are neighbours. */
@NullMarked
package org.evenkeel.topology;

import org.jspecify.annotations.NullMarked;
