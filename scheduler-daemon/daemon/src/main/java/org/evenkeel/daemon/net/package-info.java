/** Frames over sockets: framing, handshake, and connections with bounded buffers. */
@NullMarked
package org.evenkeel.daemon.net;

import org.jspecify.annotations.NullMarked;
