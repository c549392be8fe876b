package org.evenkeel.daemon.identity;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Copies the lines of a log that still matter to another file, many at a time. */
final class IssuedCopy implements Consumer<Issued> {
    private static final int BUFFER_BYTES = 64 << 10;

    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    private final FileChannel channel;
    private final Retention retention;
    private @Nullable IOException failure;

    IssuedCopy(FileChannel channel, Retention retention) {
        this.channel = channel;
        this.retention = retention;
    }

    /** A failure to write is told by {@link #finish}. */
    @Override
    public void accept(Issued entry) {
        if (failure != null || !retention.keeps(entry)) {
            return;
        }
        try {
            if (buffer.remaining() < Issued.MAX_LINE) {
                flush();
            }
            buffer.put(entry.bytes());
        } catch (IOException e) {
            failure = e;
        }
    }

    /** Writes the rest and forces all of it. */
    void finish() throws IOException {
        if (failure != null) {
            throw failure;
        }
        flush();
        channel.force(true);
    }

    private void flush() throws IOException {
        buffer.flip();
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
        buffer.clear();
    }
}
