/** What a daemon writes down for the simulator: which tasks came, how long they ran. */
@NullMarked
package org.evenkeel.daemon.record;

import org.jspecify.annotations.NullMarked;
