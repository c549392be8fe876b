package org.evenkeel.api.files;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * Writes a file of the client as UTF-8, with a buffer of 32 KiB. Unlike a {@link
 * java.io.BufferedWriter} it may be open when the task is suspended; the content of the buffer
 * moves along. Safe for use by many threads.
 */
public final class ClientFileWriter extends Writer {

    // What Writer itself has does not travel and is not used.

    private final OutputStream bytes;

    /** The first half of a character of two, 0 for none. */
    private char half;

    ClientFileWriter(OutputStream bytes) {
        this.bytes = bytes;
    }

    @Override
    public void write(int one) throws IOException {
        write(String.valueOf((char) one));
    }

    @Override
    public void write(char[] from, int offset, int length) throws IOException {
        write(new String(from, offset, length));
    }

    @Override
    public synchronized void write(String from, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, from.length());
        String text = from.substring(offset, offset + length);
        if (text.isEmpty()) {
            return;
        }
        if (half != 0) {
            text = half + text;
            half = 0;
        }
        char last = text.charAt(text.length() - 1);
        if (Character.isHighSurrogate(last)) {
            half = last;
            text = text.substring(0, text.length() - 1);
        }
        bytes.write(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Ends a line with {@code \n}. */
    public void newLine() throws IOException {
        write("\n");
    }

    @Override
    public synchronized void flush() throws IOException {
        bytes.flush();
    }

    @Override
    public synchronized void close() throws IOException {
        bytes.close();
    }
}
