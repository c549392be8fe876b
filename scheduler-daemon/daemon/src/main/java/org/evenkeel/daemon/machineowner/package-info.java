/** What this machine's owner does, and what the node does about it. */
@NullMarked
package org.evenkeel.daemon.machineowner;

import org.jspecify.annotations.NullMarked;
