/** A disk that forgets: what was written and not forced may be there after a crash or not. */
@NullMarked
package org.evenkeel.simulator.disk;

import org.jspecify.annotations.NullMarked;
