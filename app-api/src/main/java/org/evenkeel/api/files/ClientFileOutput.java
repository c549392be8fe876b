package org.evenkeel.api.files;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Objects;
import org.evenkeel.client.files.FileRequest;

/** A file that is written, with a buffer. Travels: path, position and buffer are all there is. */
final class ClientFileOutput extends OutputStream {

    private static final int BUFFER_BYTES = 32 << 10;

    private final ClientPath path;
    private byte[] buffer = new byte[512];
    private int count;

    /** Where the buffer belongs. */
    private long position;

    private boolean closed;

    ClientFileOutput(ClientPath path, long position) {
        this.path = path;
        this.position = position;
    }

    private void checkOpen() throws IOException {
        if (closed) {
            throw new IOException(path + " is closed");
        }
    }

    /** Where the next byte goes. */
    private void room() throws IOException {
        if (count == BUFFER_BYTES) {
            flush();
        } else if (count == buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.min(BUFFER_BYTES, 2 * buffer.length));
        }
    }

    @Override
    public synchronized void write(int one) throws IOException {
        checkOpen();
        room();
        buffer[count++] = (byte) one;
    }

    @Override
    public synchronized void write(byte[] from, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, from.length);
        checkOpen();
        int at = offset;
        while (at < offset + length) {
            room();
            int part = Math.min(offset + length - at, buffer.length - count);
            System.arraycopy(from, at, buffer, count, part);
            count += part;
            at += part;
        }
    }

    @Override
    public synchronized void flush() throws IOException {
        if (count > 0) {
            ClientFileCalls.ask(
                    path.getFileSystem(),
                    FileRequest.write(path.toString(), position, Arrays.copyOf(buffer, count)));
            position += count;
            count = 0;
        }
    }

    @Override
    public synchronized void close() throws IOException {
        if (!closed) {
            flush();
            closed = true;
        }
    }
}
