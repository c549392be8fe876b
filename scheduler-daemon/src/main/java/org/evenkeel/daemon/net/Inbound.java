package org.evenkeel.daemon.net;

import org.evenkeel.wire.proto.Frame;

/** A frame as it came, with its length in bytes. */
record Inbound(Frame frame, int bytes) {}
