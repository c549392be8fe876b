package org.evenkeel.api.files;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.evenkeel.client.files.FileReply;
import org.evenkeel.client.files.FileRequest;

/** A file that is read, with a buffer. Travels: path, position and buffer are all there is. */
final class ClientFileInput extends InputStream {

    private static final int BUFFER_BYTES = 32 << 10;
    private static final byte[] NOTHING = {};

    private final ClientPath path;
    private byte[] buffer = NOTHING;
    private int next;

    /** Where the file continues behind the buffer. */
    private long position;

    private boolean closed;

    ClientFileInput(ClientPath path) {
        this.path = path;
    }

    /** Whether there is something in the buffer, or was in the file. */
    private boolean fill() throws IOException {
        if (closed) {
            throw new IOException(path + " is closed");
        }
        if (next < buffer.length) {
            return true;
        }
        FileReply reply =
                ClientFileCalls.ask(
                        path.getFileSystem(),
                        FileRequest.read(path.toString(), position, BUFFER_BYTES));
        buffer = reply.content();
        position += buffer.length;
        next = 0;
        return buffer.length > 0;
    }

    @Override
    public synchronized int read() throws IOException {
        return fill() ? buffer[next++] & 0xff : -1;
    }

    @Override
    public synchronized int read(byte[] into, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, into.length);
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, buffer.length - next);
        System.arraycopy(buffer, next, into, offset, count);
        next += count;
        return count;
    }

    @Override
    public synchronized long skip(long count) throws IOException {
        if (count <= 0) {
            return 0;
        }
        int here = (int) Math.min(count, buffer.length - next);
        next += here;
        if (here == count) {
            return here;
        }
        long size =
                ClientFileCalls.ask(
                                path.getFileSystem(),
                                FileRequest.of(FileRequest.Op.FACTS, path.toString()))
                        .size();
        long further = Math.clamp(size - position, 0, count - here);
        position += further;
        return here + further;
    }

    @Override
    public synchronized int available() {
        return buffer.length - next;
    }

    @Override
    public synchronized void close() {
        closed = true;
        buffer = NOTHING;
        next = 0;
    }
}
