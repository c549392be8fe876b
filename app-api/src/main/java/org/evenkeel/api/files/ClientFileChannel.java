package org.evenkeel.api.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NonReadableChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;
import org.evenkeel.client.files.FileRequest;

/** A file that is read or written anywhere, without a buffer. Travels. */
final class ClientFileChannel implements SeekableByteChannel {

    private final ClientPath path;
    private final boolean reads;
    private final boolean writes;
    private long position;
    private boolean closed;

    ClientFileChannel(ClientPath path, boolean reads, boolean writes, long position) {
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
                ClientFileCalls.ask(
                                path.getFileSystem(),
                                FileRequest.read(path.toString(), position, into.remaining()))
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
            byte[] part = new byte[Math.min(from.remaining(), FileRequest.MAX_BYTES)];
            from.get(from.position(), part);
            ClientFileCalls.ask(
                    path.getFileSystem(), FileRequest.write(path.toString(), position, part));
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
        return ClientFileCalls.ask(
                        path.getFileSystem(), FileRequest.of(FileRequest.Op.FACTS, path.toString()))
                .size();
    }

    @Override
    public synchronized SeekableByteChannel truncate(long size) throws IOException {
        checkOpen();
        if (!writes) {
            throw new NonWritableChannelException();
        }
        ClientFileCalls.ask(path.getFileSystem(), FileRequest.cut(path.toString(), size));
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
