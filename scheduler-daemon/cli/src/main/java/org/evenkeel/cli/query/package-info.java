/** Asks running daemons, over plain blocking sockets. */
@NullMarked
package org.evenkeel.cli.query;

import org.jspecify.annotations.NullMarked;
