package org.evenkeel.security.identity;

import java.math.BigInteger;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A {@link RevocationList} as bytes, in the only form there is for it: what is signed is what is
 * sent.
 *
 * <pre>
 * "EKR1"  version (8)  issued at, seconds (8)  serials (4)
 * then for each serial, ascending: length (1), bytes without leading zeros
 * then the signature: length (1), bytes
 * </pre>
 *
 * Numbers are big-endian.
 */
final class RevocationListCodec {
    private static final int MAGIC = 0x454B5231; // EKR1
    private static final int HEADER_BYTES = 4 + 8 + 8 + 4;
    private static final int MAX_SERIAL_BYTES = 20;

    static final int MAX_BYTES =
            HEADER_BYTES
                    + RevocationList.MAX_SERIALS * (1 + MAX_SERIAL_BYTES)
                    + 1
                    + Signatures.MAX_BYTES;

    private static final long MAX_SECONDS = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

    /** What a list says. */
    record Content(long version, Instant issuedAt, List<BigInteger> serials) {}

    /** The signed bytes, and the signature. */
    record SignedContent(byte[] content, byte[] signature) {}

    static byte[] write(Content content) {
        ByteBuffer buffer =
                ByteBuffer.allocate(
                        HEADER_BYTES + content.serials().size() * (1 + MAX_SERIAL_BYTES));
        buffer.putInt(MAGIC).putLong(content.version());
        buffer.putLong(content.issuedAt().getEpochSecond()).putInt(content.serials().size());
        for (BigInteger serial : content.serials()) {
            byte[] bytes = unsigned(serial);
            buffer.put((byte) bytes.length).put(bytes);
        }
        byte[] written = new byte[buffer.position()];
        buffer.flip().get(written);
        return written;
    }

    static byte[] join(byte[] content, byte[] signature) {
        return ByteBuffer.allocate(content.length + 1 + signature.length)
                .put(content)
                .put((byte) signature.length)
                .put(signature)
                .array();
    }

    /** Finds where the signature begins; checks no more than that. */
    static SignedContent split(byte[] bytes) throws IdentityException {
        if (bytes.length > MAX_BYTES) {
            throw broken("has " + bytes.length + " bytes, more than " + MAX_BYTES);
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        try {
            int serials = buffer.getInt(HEADER_BYTES - Integer.BYTES);
            buffer.position(HEADER_BYTES);
            if (serials < 0 || serials > RevocationList.MAX_SERIALS) {
                throw broken("claims to hold " + serials + " serials");
            }
            for (int i = 0; i < serials; i++) {
                skip(buffer, MAX_SERIAL_BYTES);
            }
            byte[] content = new byte[buffer.position()];
            buffer.get(0, content);
            skip(buffer, Signatures.MAX_BYTES);
            if (buffer.hasRemaining()) {
                throw broken("has " + buffer.remaining() + " bytes after its end");
            }
            byte[] signature = new byte[bytes.length - content.length - 1];
            buffer.get(content.length + 1, signature);
            return new SignedContent(content, signature);
        } catch (BufferUnderflowException | IndexOutOfBoundsException e) {
            throw broken("is cut off");
        }
    }

    private static void skip(ByteBuffer buffer, int most) throws IdentityException {
        int length = buffer.get();
        if (length < 1 || length > most) {
            throw broken("holds a part of " + length + " bytes");
        }
        if (length > buffer.remaining()) {
            throw broken("is cut off");
        }
        buffer.position(buffer.position() + length);
    }

    /** Reads the signed bytes of {@link #split}. */
    static Content read(byte[] content) throws IdentityException {
        ByteBuffer buffer = ByteBuffer.wrap(content);
        if (buffer.getInt() != MAGIC) {
            throw broken("does not start as a revocation list");
        }
        long version = buffer.getLong();
        long seconds = buffer.getLong();
        if (version < 1 || seconds < 0 || seconds > MAX_SECONDS) {
            throw broken("has version " + version + " and a time of second " + seconds);
        }
        int count = buffer.getInt();
        List<BigInteger> serials = new ArrayList<>();
        BigInteger last = BigInteger.ZERO;
        for (int i = 0; i < count; i++) {
            byte[] bytes = new byte[buffer.get()];
            buffer.get(bytes);
            BigInteger serial = new BigInteger(1, bytes);
            if (bytes[0] == 0 || serial.compareTo(last) <= 0) {
                throw broken("has serials that are not ascending or not canonical");
            }
            RevocationList.checkSerial(serial);
            serials.add(serial);
            last = serial;
        }
        return new Content(version, Instant.ofEpochSecond(seconds), List.copyOf(serials));
    }

    private static byte[] unsigned(BigInteger serial) {
        byte[] bytes = serial.toByteArray();
        if (bytes[0] != 0) {
            return bytes;
        }
        byte[] cut = new byte[bytes.length - 1];
        System.arraycopy(bytes, 1, cut, 0, cut.length);
        return cut;
    }

    private static IdentityException broken(String what) {
        return new IdentityException("the revocation list " + what);
    }
}
