/** Asks running daemons, over plain blocking sockets. */
@NullMarked
package org.evenkeel.cli.ask;

import org.jspecify.annotations.NullMarked;
