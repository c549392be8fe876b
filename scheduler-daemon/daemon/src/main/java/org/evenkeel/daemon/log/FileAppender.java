package org.evenkeel.daemon.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;

/**
 * Adds to the end of files: all that is given, or nothing. What a disk that is full has taken of it
 * is cut off again.
 */
record FileAppender(Opening opening) {
    /** Opens a file. */
    interface Opening {
        /** Opens it to write at its end, and makes it if it is not there. */
        SeekableByteChannel open(Path file) throws IOException;
    }

    /**
     * Writes at the end of a file.
     *
     * @throws IOException if it cannot be written whole; the file is longer than before only if it
     *     cannot be cut either
     */
    void append(Path file, byte[] content) throws IOException {
        try (SeekableByteChannel channel = opening.open(file)) {
            long before = channel.size();
            try {
                ByteBuffer rest = ByteBuffer.wrap(content);
                while (rest.hasRemaining()) {
                    channel.write(rest);
                }
            } catch (IOException e) {
                cut(channel, before, e);
                throw e;
            }
        }
    }

    private static void cut(SeekableByteChannel channel, long length, IOException why) {
        try {
            channel.truncate(length);
        } catch (IOException e) {
            why.addSuppressed(e);
        }
    }
}
