/** Blocking links from a program or a worker to its daemon: addresses, frames, handshake. */
@NullMarked
package org.evenkeel.client.link;

import org.jspecify.annotations.NullMarked;
