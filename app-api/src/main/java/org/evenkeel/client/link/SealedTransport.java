package org.evenkeel.client.link;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import org.evenkeel.wire.Seal;
import org.evenkeel.wire.SealedStreams;

/** Bytes over plain TCP, sealed. */
final class SealedTransport implements Transport {

    private static final int CHUNK_BYTES = 64 << 10;

    private final Transport plain;
    private final InputStream in;
    private final OutputStream out;
    private final byte[] chunk = new byte[CHUNK_BYTES];

    /**
     * @param early what has been read already of what is sealed
     * @param opens what comes
     * @param seals what goes
     */
    SealedTransport(Transport plain, byte[] early, Seal opens, Seal seals) {
        this.plain = plain;
        this.in =
                SealedStreams.input(
                        new SequenceInputStream(
                                new ByteArrayInputStream(early),
                                new BufferedInputStream(new Incoming(plain), CHUNK_BYTES)),
                        opens);
        this.out = SealedStreams.output(new Outgoing(plain), seals);
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
        plain.close();
    }

    private static final class Incoming extends InputStream {
        private final Transport plain;

        Incoming(Transport plain) {
            this.plain = plain;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            return length == 0 ? 0 : plain.read(ByteBuffer.wrap(into, offset, length));
        }
    }

    private static final class Outgoing extends OutputStream {
        private final Transport plain;

        Outgoing(Transport plain) {
            this.plain = plain;
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            ByteBuffer from = ByteBuffer.wrap(bytes, offset, length);
            while (from.hasRemaining()) {
                plain.write(from);
            }
        }
    }
}
