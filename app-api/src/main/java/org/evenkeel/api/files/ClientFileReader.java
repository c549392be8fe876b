package org.evenkeel.api.files;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file of the client as UTF-8, with a buffer. Unlike a {@link java.io.BufferedReader} it
 * may be open when the task is suspended, and continues at the same character after the task has
 * resumed elsewhere.
 *
 * <p>Bytes that are not UTF-8 cause a {@link java.nio.charset.MalformedInputException}. Safe for
 * use by many threads.
 */
public final class ClientFileReader extends Reader {

    private static final int BYTES = 8 << 10;
    private static final char[] NO_CHARS = {};
    private static final byte[] NO_BYTES = {};

    // What Reader itself has does not travel and is not used.

    private final InputStream bytes;
    private char[] chars = NO_CHARS;
    private int next;

    /** The beginning of a character whose rest has not been read. */
    private byte[] begun = NO_BYTES;

    ClientFileReader(InputStream bytes) {
        this.bytes = bytes;
    }

    /** Whether there is a character. */
    private boolean fill() throws IOException {
        while (next == chars.length) {
            byte[] read = Arrays.copyOf(begun, BYTES);
            int count = bytes.read(read, begun.length, BYTES - begun.length);
            int length = begun.length + Math.max(0, count);
            if (length == 0) {
                return false;
            }
            decode(ByteBuffer.wrap(read, 0, length), count < 0);
        }
        return true;
    }

    private void decode(ByteBuffer from, boolean last) throws IOException {
        CharsetDecoder decoder =
                StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT);
        CharBuffer to = CharBuffer.allocate(from.remaining());
        CoderResult result = decoder.decode(from, to, last);
        if (result.isError()) {
            result.throwException();
        }
        begun = new byte[from.remaining()];
        from.get(begun);
        chars = Arrays.copyOf(to.array(), to.position());
        next = 0;
    }

    @Override
    public synchronized int read() throws IOException {
        return fill() ? chars[next++] : -1;
    }

    @Override
    public synchronized int read(char[] into, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, into.length);
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, chars.length - next);
        System.arraycopy(chars, next, into, offset, count);
        next += count;
        return count;
    }

    /**
     * Reads a line, which ends with {@code \n}, {@code \r}, both, or the end of the file.
     *
     * @return the line without its terminator; null at the end of the file
     */
    public synchronized @Nullable String readLine() throws IOException {
        if (!fill()) {
            return null;
        }
        StringBuilder line = new StringBuilder();
        while (fill()) {
            char one = chars[next++];
            if (one == '\n') {
                return line.toString();
            }
            if (one == '\r') {
                if (fill() && chars[next] == '\n') {
                    next++;
                }
                return line.toString();
            }
            line.append(one);
        }
        return line.toString();
    }

    /** Returns the remaining lines. The stream itself does not move with the task. */
    public Stream<String> lines() {
        return Stream.iterate(next(), Objects::nonNull, line -> next())
                .map(Objects::requireNonNull);
    }

    private @Nullable String next() {
        try {
            return readLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public synchronized long skip(long count) throws IOException {
        if (count < 0) {
            throw new IllegalArgumentException("skip " + count);
        }
        long left = count;
        while (left > 0 && fill()) {
            int part = (int) Math.min(left, chars.length - next);
            next += part;
            left -= part;
        }
        return count - left;
    }

    @Override
    public synchronized boolean ready() {
        return next < chars.length;
    }

    @Override
    public synchronized void close() throws IOException {
        chars = NO_CHARS;
        next = 0;
        bytes.close();
    }
}
