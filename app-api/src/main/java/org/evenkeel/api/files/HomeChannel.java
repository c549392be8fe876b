package org.evenkeel.api.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NonReadableChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;
import org.evenkeel.client.files.FileQuestion;

/** A file that is read or written anywhere, without a buffer. Travels. */
final class HomeChannel implements SeekableByteChannel {

    private final HomePath path;
    private final boolean reads;
    private final boolean writes;
    private long position;
    private boolean closed;

    HomeChannel(HomePath path, boolean reads, boolean writes, long position) {
        this.path = path;
        this.reads = reads;
        this.writes = writes;
        this.position = position;
    }

    private void checkOpen() throws ClosedChannelException {
        if (closed) {
            throw new ClosedChannelException();
        }
    }

    @Override
    public synchronized int read(ByteBuffer into) throws IOException {
        checkOpen();
        if (!reads) {
            throw new NonReadableChannelException();
        }
        if (!into.hasRemaining()) {
            return 0;
        }
        byte[] content =
                Asking.ask(
                                path.getFileSystem(),
                                FileQuestion.read(path.toString(), position, into.remaining()))
                        .content();
        if (content.length == 0) {
            return -1;
        }
        into.put(content);
        position += content.length;
        return content.length;
    }

    @Override
    public synchronized int write(ByteBuffer from) throws IOException {
        checkOpen();
        if (!writes) {
            throw new NonWritableChannelException();
        }
        int begin = from.position();
        while (from.hasRemaining()) {
            byte[] part = new byte[Math.min(from.remaining(), FileQuestion.MAX_BYTES)];
            from.get(from.position(), part);
            Asking.ask(path.getFileSystem(), FileQuestion.write(path.toString(), position, part));
            from.position(from.position() + part.length);
            position += part.length;
        }
        return from.position() - begin;
    }

    @Override
    public synchronized long position() throws IOException {
        checkOpen();
        return position;
    }

    @Override
    public synchronized SeekableByteChannel position(long newPosition) throws IOException {
        checkOpen();
        if (newPosition < 0) {
            throw new IllegalArgumentException("position " + newPosition);
        }
        position = newPosition;
        return this;
    }

    @Override
    public synchronized long size() throws IOException {
        checkOpen();
        return Asking.ask(
                        path.getFileSystem(),
                        FileQuestion.of(FileQuestion.Op.FACTS, path.toString()))
                .size();
    }

    @Override
    public synchronized SeekableByteChannel truncate(long size) throws IOException {
        checkOpen();
        if (!writes) {
            throw new NonWritableChannelException();
        }
        Asking.ask(path.getFileSystem(), FileQuestion.cut(path.toString(), size));
        position = Math.min(position, size);
        return this;
    }

    @Override
    public synchronized boolean isOpen() {
        return !closed;
    }

    @Override
    public synchronized void close() {
        closed = true;
    }
}
