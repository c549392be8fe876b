/** Topologies: which nodes are neighbours of which. */
@NullMarked
package org.evenkeel.topology;

import org.jspecify.annotations.NullMarked;
