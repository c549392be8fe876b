package org.evenkeel.daemon.identity;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.evenkeel.daemon.files.PrivateFiles;

/**
 * The right to change what is in a directory, held by one thread of one process at a time; closing
 * it lets the next one in. What is done under it takes milliseconds. A thread takes the lock of one
 * directory once.
 */
final class DirectoryLock implements AutoCloseable {

    /** The file whose lock it is; never deleted. */
    static final String NAME = "lock";

    private static final long POLL_MILLIS = 10;
    private static final long LIMIT_MILLIS = 10_000;

    /** A lock of a file is the whole process's: its threads queue here first. */
    private static final ReentrantLock THREADS = new ReentrantLock(true);

    private final FileChannel channel;

    private DirectoryLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Makes the directory if need be and waits for its lock.
     *
     * @throws IOException also if another process has held it for ten seconds
     */
    static DirectoryLock take(Path directory) throws IOException {
        PrivateFiles.createDirectories(directory);
        try {
            if (!THREADS.tryLock(LIMIT_MILLIS, TimeUnit.MILLISECONDS)) {
                throw busy(directory);
            }
        } catch (InterruptedException e) {
            throw interrupted();
        }
        FileChannel channel = null;
        try {
            channel = open(directory.resolve(NAME));
            await(channel, directory);
            return new DirectoryLock(channel);
        } catch (IOException | RuntimeException e) {
            if (channel != null) {
                channel.close();
            }
            THREADS.unlock();
            throw e;
        }
    }

    private static FileChannel open(Path file) throws IOException {
        try {
            return PrivateFiles.create(file);
        } catch (FileAlreadyExistsException e) {
            return FileChannel.open(file, StandardOpenOption.WRITE);
        }
    }

    private static void await(FileChannel channel, Path directory) throws IOException {
        for (long waited = 0; waited < LIMIT_MILLIS; waited += POLL_MILLIS) {
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return;
            }
            try {
                Thread.sleep(POLL_MILLIS);
            } catch (InterruptedException e) {
                throw interrupted();
            }
        }
        throw busy(directory);
    }

    private static IOException busy(Path directory) {
        return new IOException(
                ("another process has been changing %s for %s s; is a process stopped that holds "
                                + "%s in it?")
                        .formatted(directory, LIMIT_MILLIS / 1000, NAME));
    }

    private static IOException interrupted() {
        Thread.currentThread().interrupt();
        return new InterruptedIOException("interrupted while waiting for a lock");
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            THREADS.unlock();
        }
    }
}
