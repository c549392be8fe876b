package org.evenkeel.wire;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Blocking streams over a sealed link: records are 4 bytes of length and what was sealed. */
public final class SealedStreams {
    /** Opens what comes. */
    public static InputStream input(InputStream in, Seal seal) {
        return new Input(new DataInputStream(in), seal);
    }

    /** Seals what goes; each write is at least one record, so write much at a time. */
    public static OutputStream output(OutputStream out, Seal seal) {
        return new Output(out, seal);
    }

    private static final class Input extends InputStream {
        private final DataInputStream in;
        private final Seal seal;
        private byte[] record = {};
        private int at;

        Input(DataInputStream in, Seal seal) {
            this.in = in;
            this.seal = seal;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            while (at == record.length) {
                if (!next()) {
                    return -1;
                }
            }
            int count = Math.min(length, record.length - at);
            System.arraycopy(record, at, into, offset, count);
            at += count;
            return count;
        }

        @Override
        public int available() {
            return record.length - at;
        }

        private boolean next() throws IOException {
            int first = in.read();
            if (first < 0) {
                return false;
            }
            int length = first << 24 | in.readUnsignedByte() << 16 | in.readUnsignedShort();
            if (length < Seal.TAG_BYTES || length > Seal.MAX_RECORD_BYTES) {
                throw new IOException("a sealed record of " + length + " bytes is invalid");
            }
            byte[] sealed = in.readNBytes(length);
            if (sealed.length < length) {
                throw new EOFException("closed in the middle of a record");
            }
            try {
                record = seal.open(sealed);
            } catch (WireException e) {
                throw new IOException(e.getMessage(), e);
            }
            at = 0;
            return true;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    private static final class Output extends OutputStream {
        private final OutputStream out;
        private final Seal seal;

        Output(OutputStream out, Seal seal) {
            this.out = out;
            this.seal = seal;
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(seal.records(bytes, offset, length));
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }
}
