/** Slows the links between daemons of this machine down to those of another network. */
@NullMarked
package org.evenkeel.lab.relay;

import org.jspecify.annotations.NullMarked;
