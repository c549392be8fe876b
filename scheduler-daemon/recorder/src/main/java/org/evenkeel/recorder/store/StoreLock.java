package org.evenkeel.recorder.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.evenkeel.cli.query.LocalRecorder;
import org.evenkeel.daemon.files.PrivateFiles;

/** Keeps a second recorder from the directory of one. It ends with its process. */
final class StoreLock implements Closeable {

    private static final String NAME = LocalRecorder.LOCK;

    private final FileChannel channel;
    private final FileLock lock;

    private StoreLock(FileChannel channel, FileLock lock) {
        this.channel = channel;
        this.lock = lock;
    }

    /**
     * Takes the lock.
     *
     * @throws StoreInUseException if another recorder has it
     */
    static StoreLock take(Path store) throws IOException {
        FileChannel channel = PrivateFiles.append(store.resolve(NAME));
        try {
            FileLock lock = channel.tryLock();
            if (lock == null) {
                throw inUse(store);
            }
            channel.truncate(0);
            String process = ProcessHandle.current().pid() + "\n";
            channel.write(ByteBuffer.wrap(process.getBytes(StandardCharsets.US_ASCII)), 0);
            return new StoreLock(channel, lock);
        } catch (OverlappingFileLockException e) {
            channel.close();
            throw inUse(store);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** The process of the recorder that writes there now, as far as can be seen. */
    static Optional<ProcessHandle> holder(Path store) {
        try {
            return ProcessHandle.of(Long.parseLong(note(store)))
                    .filter(ProcessHandle::isAlive)
                    .filter(process -> process.info().command().orElse("").endsWith("java"));
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static String note(Path store) throws IOException {
        return Files.readString(store.resolve(NAME), StandardCharsets.ISO_8859_1).strip();
    }

    private static StoreInUseException inUse(Path store) throws IOException {
        String process = note(store);
        return new StoreInUseException(
                "another recorder"
                        + (process.matches("[0-9]{1,19}") ? " (process " + process + ")" : "")
                        + " writes "
                        + store
                        + "; end it first, or use another --directory");
    }

    @Override
    public void close() throws IOException {
        lock.release();
        channel.close();
    }
}
