package org.evenkeel.client.session;

import org.evenkeel.wire.proto.BlobRequest;
import org.evenkeel.wire.proto.Frame;

/** Something that waits to be written. */
public sealed interface Outgoing permits OpenTask, FinishedTask, Outgoing.Control, Outgoing.Chunk {

    /** A frame as it is. */
    record Control(Frame frame) implements Outgoing {}

    /** A piece of a blob, read when its turn comes. */
    record Chunk(Blobs blobs, BlobRequest request) implements Outgoing {}
}
