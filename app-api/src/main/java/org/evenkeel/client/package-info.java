/** The client: finding a daemon, keeping the connection, handles, groups and the executor view. */
@NullMarked
package org.evenkeel.client;

import org.jspecify.annotations.NullMarked;
