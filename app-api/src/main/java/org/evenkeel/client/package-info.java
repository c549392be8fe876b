/** The client: discovery of a daemon, the connection, handles, groups and the executor service. */
@NullMarked
package org.evenkeel.client;

import org.jspecify.annotations.NullMarked;
