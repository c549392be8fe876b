/** What {@code evenkeel bench} measures against: the same hops with nothing in them. */
@NullMarked
package org.evenkeel.daemon.bench;

import org.jspecify.annotations.NullMarked;
