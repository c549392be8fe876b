package org.evenkeel.kernel.keepers;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import org.evenkeel.model.NodeId;

/**
 * Reads what {@link FieldWriter} writes. Each method checks that the field is there and that its
 * value can occur, before it allocates anything. Used by one thread.
 */
final class FieldReader {

    private final String subject;
    private final ByteBuffer in;

    /**
     * @param subject what the bytes should be, for errors
     */
    FieldReader(String subject, byte[] bytes) {
        this.subject = subject;
        this.in = ByteBuffer.wrap(bytes);
    }

    /** What is wrong with the bytes at this place. */
    LogFormatException wrong(int offset, String what) {
        return new LogFormatException(subject, offset, what);
    }

    /** The first byte, which says how the rest is to be read. */
    void version(int known) throws LogFormatException {
        int version = int8("the version");
        if (version != known) {
            throw wrong(
                    0,
                    "format version %d is unknown; this daemon knows %d: update it"
                            .formatted(version, known));
        }
    }

    /** A byte from 0 to 255. */
    int int8(String what) throws LogFormatException {
        require(1, what);
        return in.get() & 0xff;
    }

    /** A number of records, each of which takes so many bytes at least. */
    int count(int leastBytesEach, String what) throws LogFormatException {
        require(Integer.BYTES, what);
        int at = in.position();
        int count = in.getInt();
        if (count < 0 || (long) count * leastBytesEach > in.remaining()) {
            throw wrong(
                    at,
                    "%s is %d, and there are only %d bytes after it"
                            .formatted(what, Integer.toUnsignedLong(count), in.remaining()));
        }
        return count;
    }

    /** Any number. */
    long int64(String what) throws LogFormatException {
        require(Long.BYTES, what);
        return in.getLong();
    }

    /** A number that is not too small or too great. */
    long int64(long least, long most, String what) throws LogFormatException {
        int at = in.position();
        long value = int64(what);
        if (value < least || value > most) {
            throw wrong(at, "%s is %d, and not from %d to %d".formatted(what, value, least, most));
        }
        return value;
    }

    /** A number that is not too small. */
    long int64(long least, String what) throws LogFormatException {
        return int64(least, Long.MAX_VALUE, what);
    }

    NodeId node(String what) throws LogFormatException {
        int at = in.position();
        String name = name(what);
        if (!NodeId.isValid(name)) {
            throw wrong(at, what + " is not 1 to 64 letters, digits, '.', '_' or '-'");
        }
        return new NodeId(name);
    }

    String submitter() throws LogFormatException {
        int at = in.position();
        String name = name("the submitter");
        if (!LogEntry.isSubmitter(name)) {
            throw wrong(at, "the submitter is not at most 64 letters, digits, '.', '_' or '-'");
        }
        return name;
    }

    private String name(String what) throws LogFormatException {
        int length = int8("the length of " + what);
        require(length, what);
        byte[] ascii = new byte[length];
        in.get(ascii);
        return new String(ascii, StandardCharsets.ISO_8859_1); // each byte a character, if wrong
    }

    ProcessId process() throws LogFormatException {
        return new ProcessId(node("the node"), int64("the incarnation"));
    }

    /** Compares the last bytes with the CRC32C of all before them; to be called first. */
    void requireCheck() throws LogFormatException {
        int end = in.limit() - Integer.BYTES;
        if (end < 0) {
            throw wrong(in.limit(), "it ends before its check sum");
        }
        CRC32C crc = new CRC32C();
        crc.update(in.array(), 0, end);
        if (in.getInt(end) != (int) crc.getValue()) {
            throw wrong(end, "it does not match its CRC32C: it was damaged or cut short");
        }
        in.limit(end);
    }

    /** Nothing may follow. */
    void end() throws LogFormatException {
        if (in.hasRemaining()) {
            throw wrong(in.position(), "bytes after its end: " + in.remaining());
        }
    }

    /** Where the next field begins. */
    int offset() {
        return in.position();
    }

    private void require(int bytes, String what) throws LogFormatException {
        if (in.remaining() < bytes) {
            throw wrong(in.position(), "it ends before " + what);
        }
    }
}
