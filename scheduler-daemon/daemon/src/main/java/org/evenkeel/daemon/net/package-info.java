/** Frames over sockets: framing, handshake, connections that never write more than fits. */
@NullMarked
package org.evenkeel.daemon.net;

import org.jspecify.annotations.NullMarked;
