/** The experiment of the paper of 1997 with real daemons: three strategies on meshes. */
@NullMarked
package org.evenkeel.lab.strategies;

import org.jspecify.annotations.NullMarked;
