/** Links to other daemons, and what is known of them. */
@NullMarked
package org.evenkeel.daemon.peer;

import org.jspecify.annotations.NullMarked;
