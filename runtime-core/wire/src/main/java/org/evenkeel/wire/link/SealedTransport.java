package org.evenkeel.wire.link;

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
final class SealedTransport {

    private static final int BUFFER_BYTES = 64 << 10;

    /**
     * @param early what has been read already of what is sealed
     * @param opens what comes
     * @param seals what goes
     */
    static Transport over(Transport plain, byte[] early, Seal opens, Seal seals) {
        InputStream in =
                new SequenceInputStream(
                        new ByteArrayInputStream(early),
                        new BufferedInputStream(new Incoming(plain), BUFFER_BYTES));
        return new StreamTransport(
                SealedStreams.input(in, opens),
                SealedStreams.output(new Outgoing(plain), seals),
                plain);
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
