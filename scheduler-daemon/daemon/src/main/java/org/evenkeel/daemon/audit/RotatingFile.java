package org.evenkeel.daemon.audit;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.evenkeel.daemon.files.PrivateFiles;
import org.jspecify.annotations.Nullable;

/** Lines at the end of a file; when it is full it gets a number and the oldest is deleted. */
final class RotatingFile implements Closeable {

    private final Path newest;
    private final Bounds bounds;
    private @Nullable FileChannel channel;
    private long size;

    /**
     * How much is kept.
     *
     * @param maxBytes of one file
     * @param files at least 2
     */
    record Bounds(long maxBytes, int files) {}

    RotatingFile(Path newest, Bounds bounds) {
        this.newest = newest;
        this.bounds = bounds;
    }

    /** Appends lines, each of them whole in one file. */
    void append(Iterable<String> lines) throws IOException {
        try {
            ByteArrayOutputStream pending = new ByteArrayOutputStream();
            for (String line : lines) {
                byte[] bytes = (line + '\n').getBytes(StandardCharsets.UTF_8);
                long before = opened(size) + pending.size();
                if (before > 0 && before + bytes.length > bounds.maxBytes()) {
                    flush(pending);
                    rotate();
                }
                pending.writeBytes(bytes);
            }
            flush(pending);
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    private long opened(long sizeBefore) throws IOException {
        if (channel != null) {
            return sizeBefore;
        }
        FileChannel open = PrivateFiles.append(newest);
        channel = open;
        size = open.size();
        if (size > 0 && last(open, size) != '\n') { // the last process died while it wrote
            size += open.write(ByteBuffer.wrap(new byte[] {'\n'}));
        }
        return size;
    }

    private static byte last(FileChannel file, long size) throws IOException {
        ByteBuffer one = ByteBuffer.allocate(1);
        file.read(one, size - 1);
        return one.get(0);
    }

    private void flush(ByteArrayOutputStream pending) throws IOException {
        FileChannel open = channel;
        if (open == null || pending.size() == 0) {
            return;
        }
        ByteBuffer rest = ByteBuffer.wrap(pending.toByteArray());
        pending.reset();
        while (rest.hasRemaining()) {
            size += open.write(rest);
        }
    }

    private void rotate() throws IOException {
        close();
        for (int number = bounds.files() - 1; number > 0; number--) {
            Path from = AuditFiles.older(newest, number - 1);
            if (Files.exists(from)) {
                Files.move(
                        from,
                        AuditFiles.older(newest, number),
                        StandardCopyOption.REPLACE_EXISTING);
            }
        }
        opened(0);
    }

    @Override
    public void close() throws IOException {
        FileChannel open = channel;
        channel = null;
        if (open != null) {
            open.close();
        }
    }
}
