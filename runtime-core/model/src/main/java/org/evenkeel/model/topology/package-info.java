/** Topologies: which nodes are neighbours. */
@NullMarked
package org.evenkeel.model.topology;

import org.jspecify.annotations.NullMarked;
