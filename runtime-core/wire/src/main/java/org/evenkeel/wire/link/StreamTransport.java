package org.evenkeel.wire.link;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** Bytes through two streams, as those of TLS and of sealed connections. */
final class StreamTransport implements Transport {

    private static final int CHUNK_BYTES = 64 << 10;

    private final InputStream in;
    private final OutputStream out;
    private final Closeable below;
    private final byte[] chunk = new byte[CHUNK_BYTES];

    /**
     * @param below what the streams go over; it is closed instead of them, for their farewell would
     *     wait for a writer that is blocked
     */
    StreamTransport(InputStream in, OutputStream out, Closeable below) {
        this.in = in;
        this.out = out;
        this.below = below;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        int count = in.read(chunk, 0, Math.min(chunk.length, into.remaining()));
        if (count > 0) {
            into.put(chunk, 0, count);
        }
        return count;
    }

    @Override
    public void write(ByteBuffer from) throws IOException {
        out.write(from.array(), from.arrayOffset() + from.position(), from.remaining());
        from.position(from.limit());
    }

    @Override
    public void close() throws IOException {
        below.close();
    }
}
