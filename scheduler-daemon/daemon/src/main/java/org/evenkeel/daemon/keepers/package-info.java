/** The keepers of durable jobs, as a daemon sees them; the implementation is loaded on demand. */
@NullMarked
package org.evenkeel.daemon.keepers;

import org.jspecify.annotations.NullMarked;
