/** Topologies: which nodes are neighbours of which. */
@NullMarked
package org.evenkeel.model.topology;

import org.jspecify.annotations.NullMarked;
