package org.evenkeel.daemon.net;

import io.netty.channel.FileRegion;
import io.netty.util.AbstractReferenceCounted;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/**
 * A part of a file that the kernel sends by itself. Where the file has become shorter meanwhile,
 * zeros take the place of what is missing: the frame that it is in keeps its length and the link
 * goes on. Whoever gets it looks at a sum.
 */
final class FilePartRegion extends AbstractReferenceCounted implements FileRegion {

    private static final int FILLING_BYTES = 64 << 10;

    private final FilePart part;
    private long transferred;

    FilePartRegion(FilePart part) {
        this.part = part;
    }

    @Override
    public long position() {
        return part.offset();
    }

    @Override
    @SuppressWarnings("deprecation") // the interface has it still
    public long transfered() {
        return transferred;
    }

    @Override
    public long transferred() {
        return transferred;
    }

    @Override
    public long count() {
        return part.length();
    }

    @Override
    public long transferTo(WritableByteChannel target, long position) throws IOException {
        long left = part.length() - position;
        if (left <= 0) {
            return 0;
        }
        long at = part.offset() + position;
        long sent = part.file().transferTo(at, left, target);
        if (sent <= 0 && part.file().size() <= at) {
            sent = target.write(ByteBuffer.allocate((int) Math.min(left, FILLING_BYTES)));
        }
        transferred += Math.max(0, sent);
        return sent;
    }

    @Override
    protected void deallocate() {
        try {
            part.file().close();
        } catch (IOException e) {
            throw new UncheckedIOException("a file that was only read could not be closed", e);
        }
    }

    @Override
    public FilePartRegion retain() {
        super.retain();
        return this;
    }

    @Override
    public FilePartRegion retain(int increment) {
        super.retain(increment);
        return this;
    }

    @Override
    public FilePartRegion touch() {
        return this;
    }

    @Override
    public FilePartRegion touch(Object hint) {
        return this;
    }
}
