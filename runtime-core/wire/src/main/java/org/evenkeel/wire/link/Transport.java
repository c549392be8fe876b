package org.evenkeel.wire.link;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** Bytes to and from a daemon; blocks. One thread reads, one writes, any closes. */
interface Transport extends Closeable {

    /** Reads some bytes; -1 at the end. */
    int read(ByteBuffer into) throws IOException;

    /** Writes at least one byte of what remains. */
    void write(ByteBuffer from) throws IOException;

    /** Bytes as they are. */
    static Transport of(SocketChannel channel) {
        return new Transport() {
            @Override
            public int read(ByteBuffer into) throws IOException {
                return channel.read(into);
            }

            @Override
            public void write(ByteBuffer from) throws IOException {
                channel.write(from);
            }

            @Override
            public void close() throws IOException {
                channel.close();
            }
        };
    }
}
