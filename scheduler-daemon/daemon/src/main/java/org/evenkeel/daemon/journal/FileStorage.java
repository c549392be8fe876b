package org.evenkeel.daemon.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.evenkeel.daemon.files.PrivateFiles;
import org.evenkeel.kernel.journal.Storage;
import org.jspecify.annotations.Nullable;

/**
 * A journal's files in one directory, mode 0600, with a lock that one process holds. Keeps the
 * files it used last open. Used by one thread, which must not be interrupted: that would close its
 * files.
 */
public final class FileStorage implements Storage {

    /** The file whose lock keeps others out. */
    static final String LOCK = "lock";

    private static final int OPEN_FILES = 4;

    private final Path directory;
    private final @Nullable FileChannel lock;
    private final Map<String, OpenFile> open = new LinkedHashMap<>(8, 0.75f, true);

    private static final class OpenFile {
        final FileChannel channel;

        /** A shorter length is durable only with all metadata. */
        boolean wasCut;

        OpenFile(FileChannel channel) {
            this.channel = channel;
        }
    }

    private FileStorage(Path directory, @Nullable FileChannel lock) {
        this.directory = directory;
        this.lock = lock;
    }

    /** Takes the directory, makes it if need be. */
    public static FileStorage open(Path directory) throws IOException {
        PrivateFiles.createDirectories(directory);
        Path file = directory.resolve(LOCK);
        FileChannel channel =
                Files.exists(file)
                        ? FileChannel.open(file, StandardOpenOption.WRITE)
                        : PrivateFiles.create(file);
        @Nullable FileLock lock;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            lock = null;
        }
        if (lock == null) {
            channel.close();
            throw new IOException("another process uses the journal in " + directory);
        }
        return new FileStorage(directory, channel);
    }

    /** Only for reading, beside a process that writes; every change is refused. */
    public static FileStorage readOnly(Path directory) {
        return new FileStorage(directory, null);
    }

    @Override
    public List<String> list() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> !name.equals(LOCK))
                    .toList();
        }
    }

    @Override
    public void create(String file) throws IOException {
        requireWritable();
        keep(file, PrivateFiles.create(directory.resolve(file)));
    }

    @Override
    public long size(String file) throws IOException {
        return channel(file).channel.size();
    }

    @Override
    public void write(String file, long offset, ByteBuffer bytes) throws IOException {
        requireWritable();
        FileChannel channel = channel(file).channel;
        long at = offset;
        while (bytes.hasRemaining()) {
            at += channel.write(bytes, at);
        }
    }

    @Override
    public int read(String file, long offset, ByteBuffer into) throws IOException {
        FileChannel channel = channel(file).channel;
        int start = into.position();
        long at = offset;
        while (into.hasRemaining()) {
            int count = channel.read(into, at);
            if (count < 0) {
                break;
            }
            at += count;
        }
        return into.position() - start;
    }

    @Override
    public void truncate(String file, long size) throws IOException {
        requireWritable();
        OpenFile cut = channel(file);
        cut.channel.truncate(size);
        cut.wasCut = true;
    }

    @Override
    public void force(String file) throws IOException {
        OpenFile forced = channel(file);
        forced.channel.force(forced.wasCut);
        forced.wasCut = false;
    }

    @Override
    public void delete(String file) throws IOException {
        requireWritable();
        OpenFile closed = open.remove(file);
        if (closed != null) {
            closed.channel.close();
        }
        Files.delete(directory.resolve(file));
    }

    @Override
    public void forceDirectory() throws IOException {
        PrivateFiles.forceDirectory(directory);
    }

    @Override
    public String where(String file) {
        return directory.resolve(file).toString();
    }

    private OpenFile channel(String file) throws IOException {
        OpenFile found = open.get(file);
        if (found != null) {
            return found;
        }
        Path path = directory.resolve(file);
        if (!Files.isRegularFile(path)) {
            throw new NoSuchFileException(path.toString());
        }
        return keep(
                file,
                lock == null
                        ? FileChannel.open(path, StandardOpenOption.READ)
                        : FileChannel.open(
                                path, StandardOpenOption.READ, StandardOpenOption.WRITE));
    }

    private OpenFile keep(String file, FileChannel channel) throws IOException {
        OpenFile kept = new OpenFile(channel);
        open.put(file, kept);
        Iterator<OpenFile> oldestFirst = open.values().iterator();
        while (open.size() > OPEN_FILES) {
            OpenFile oldest = oldestFirst.next();
            oldestFirst.remove();
            oldest.channel.close();
        }
        return kept;
    }

    private void requireWritable() throws IOException {
        if (lock == null) {
            throw new IOException("the journal in " + directory + " is open for reading only");
        }
    }

    @Override
    public void close() throws IOException {
        for (OpenFile file : open.values()) {
            file.channel.close();
        }
        open.clear();
        if (lock != null) {
            lock.close();
        }
    }
}
