/** Links to other daemons, and what this daemon knows of them. */
@NullMarked
package org.evenkeel.daemon.peer;

import org.jspecify.annotations.NullMarked;
