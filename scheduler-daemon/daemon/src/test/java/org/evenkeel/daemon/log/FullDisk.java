package org.evenkeel.daemon.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import org.evenkeel.daemon.files.PrivateFiles;

/** A disk that takes some bytes more, and then no others until it is given room. */
final class FullDisk implements FileAppender.Opening {

    private long room = Long.MAX_VALUE;
    private boolean cuts = true;

    /** So many bytes more are taken. */
    void room(long bytes) {
        room = bytes;
    }

    /** From now on files cannot be made shorter either. */
    void cutsNothing() {
        cuts = false;
    }

    @Override
    public SeekableByteChannel open(Path file) throws IOException {
        return new Limited(PrivateFiles.append(file));
    }

    private final class Limited implements SeekableByteChannel {
        private final FileChannel file;

        Limited(FileChannel file) {
            this.file = file;
        }

        @Override
        public int write(ByteBuffer from) throws IOException {
            if (room == 0) {
                throw new IOException("No space left on device");
            }
            int taken = (int) Math.min(room, from.remaining());
            ByteBuffer some = from.slice(from.position(), taken);
            while (some.hasRemaining()) {
                file.write(some);
            }
            from.position(from.position() + taken);
            room -= taken;
            return taken;
        }

        @Override
        public SeekableByteChannel truncate(long size) throws IOException {
            if (!cuts) {
                throw new IOException("Input/output error");
            }
            file.truncate(size);
            return this;
        }

        @Override
        public int read(ByteBuffer to) throws IOException {
            return file.read(to);
        }

        @Override
        public long position() throws IOException {
            return file.position();
        }

        @Override
        public SeekableByteChannel position(long position) throws IOException {
            file.position(position);
            return this;
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public boolean isOpen() {
            return file.isOpen();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
