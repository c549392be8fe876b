/**
 * What stands between the kernel's effects and the world, in the daemon and in the simulator: an
 * effect that follows a durable record waits for it.
 */
@NullMarked
package org.evenkeel.kernel.driver;

import org.jspecify.annotations.NullMarked;
