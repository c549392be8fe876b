package org.evenkeel.daemon.net;

import org.evenkeel.wire.proto.Frame;

/** Sends frames, and pieces of files, to the other side of a connection. */
public interface FrameSink {
    boolean isWritable();

    void send(Frame frame);

    /** Whether pieces are sent from their files, without coming into memory. */
    default boolean sendsFiles() {
        return false;
    }

    /** Whether one can be sent so now. */
    default boolean hasRoomForFile() {
        return false;
    }

    /**
     * Sends a frame that ends with a piece of a file.
     *
     * @param head the frame up to there, its length first
     * @param sent called when there may be room for more
     */
    default void sendFile(byte[] head, FilePart part, Runnable sent) {
        throw new UnsupportedOperationException("this connection cannot send files");
    }
}
