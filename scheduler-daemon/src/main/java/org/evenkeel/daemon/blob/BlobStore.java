package org.evenkeel.daemon.blob;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.evenkeel.daemon.files.PrivateFiles;
import org.evenkeel.model.Digest;
import org.evenkeel.wire.BlobPayload;
import org.evenkeel.wire.InlinePayload;
import org.jspecify.annotations.Nullable;

/**
 * Blobs as files named by their SHA-256. A file is under its name only when it is whole and its
 * content was checked. One counts who needs it and deletes what nobody does; the books belong to
 * the event loop, the files to the {@link Disk}.
 */
public final class BlobStore {

    private static final int COPY_BYTES = 256 << 10;

    private final Path directory;
    private final Disk disk;
    private final Map<Digest, Entry> entries = new ConcurrentHashMap<>();

    /**
     * Renamed by the disk thread and not yet in the books, by how many at a time: not to be deleted
     * with an earlier copy.
     */
    private final Map<Digest, Integer> landing = new ConcurrentHashMap<>();

    private long temporaries;
    private long bytes;

    private static final class Entry {
        final long size;
        int needs;

        /** Whether it would survive a loss of power; set by the journal's thread. */
        volatile boolean durable;

        Entry(long size) {
            this.size = size;
        }
    }

    public BlobStore(Path directory, Disk disk) {
        this.directory = directory;
        this.disk = disk;
    }

    public Disk disk() {
        return disk;
    }

    public Path directory() {
        return directory;
    }

    /** Where the file of this content is, or would be. */
    public Path path(Digest digest) {
        return directory.resolve(digest.toString());
    }

    public boolean has(Digest digest) {
        return entries.containsKey(digest);
    }

    /** Length of a blob that is here, -1 when it is not. */
    public long size(Digest digest) {
        Entry entry = entries.get(digest);
        return entry == null ? -1 : entry.size;
    }

    /** Bytes on disk. */
    public long bytes() {
        return bytes;
    }

    public int count() {
        return entries.size();
    }

    /** One more needs this blob; false when it is not here. */
    public boolean acquire(Digest digest) {
        Entry entry = entries.get(digest);
        if (entry == null) {
            return false;
        }
        entry.needs++;
        return true;
    }

    /** One less needs this blob; the last one deletes it. */
    public void release(Digest digest) {
        Entry entry = entries.get(digest);
        if (entry != null && --entry.needs <= 0) {
            delete(digest, entry);
        }
    }

    /** Deletes the blob if nobody needs it. */
    void dropUnneeded(Digest digest) {
        Entry entry = entries.get(digest);
        if (entry != null && entry.needs <= 0) {
            delete(digest, entry);
        }
    }

    private void delete(Digest digest, Entry entry) {
        entries.remove(digest);
        bytes -= entry.size;
        Path file = path(digest);
        disk.run(() -> {
            if (!landing.containsKey(digest) && !entries.containsKey(digest)) {
                Files.deleteIfExists(file);
            }
            return null;
        });
    }

    /** On the disk thread: gives a whole, checked file its name. */
    void land(Path file, Digest digest) throws IOException {
        landing.merge(digest, 1, Integer::sum);
        try {
            Files.move(
                    file,
                    path(digest),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            landed(digest);
            throw e;
        }
    }

    private void landed(Digest digest) {
        landing.computeIfPresent(digest, (key, count) -> count == 1 ? null : count - 1);
    }

    /** A name for a file in the making. */
    Path temporary() {
        return directory.resolve("tmp-" + temporaries++);
    }

    /** A whole, checked file is under its name now. */
    void arrived(Digest digest, long size) {
        if (entries.putIfAbsent(digest, new Entry(size)) == null) {
            bytes += size;
        }
        landed(digest);
    }

    /** A file of an earlier process that was durable then; at the start. */
    void found(Digest digest, long size) {
        arrived(digest, size);
        Entry entry = entries.get(digest);
        if (entry != null) {
            entry.durable = true;
        }
    }

    /**
     * On the journal's thread: forces the file of a blob that somebody needs, unless that was done
     * before; whether it had to. Its name is durable when the directory is forced.
     */
    boolean force(Digest digest) throws IOException {
        Entry entry = entries.get(digest);
        if (entry == null) {
            throw new IOException(path(digest) + " is not here any more");
        }
        if (entry.durable) {
            return false;
        }
        try (FileChannel file = FileChannel.open(path(digest), StandardOpenOption.WRITE)) {
            file.force(true);
        }
        return true;
    }

    /** On the journal's thread: this blob and its name are durable. */
    void isDurable(Digest digest) {
        Entry entry = entries.get(digest);
        if (entry != null) {
            entry.durable = true;
        }
    }

    /**
     * Takes over a file that somebody else wrote on this disk: renamed, read once, checked.
     *
     * @param inside the directory it must be in
     * @param done hears null, or what is wrong
     */
    public void adopt(
            Path file, Path inside, BlobPayload expected, Consumer<@Nullable String> done) {
        if (has(expected.digest())) {
            disk.run(() -> {
                deleteInside(file, inside);
                return null;
            });
            done.accept(null);
            return;
        }
        Path temporary = temporary();
        disk.run(
                () -> {
                    takeOver(file, inside, temporary);
                    check(temporary, expected);
                    land(temporary, expected.digest());
                    return expected;
                },
                (payload, failure) -> {
                    if (payload != null) {
                        arrived(payload.digest(), payload.sizeBytes());
                        done.accept(null);
                        dropUnneeded(payload.digest());
                    } else {
                        done.accept(
                                failure == null ? "failed" : String.valueOf(failure.getMessage()));
                    }
                });
    }

    private static void takeOver(Path file, Path inside, Path temporary) throws IOException {
        requireInside(file, inside);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException("the result's file " + file.getFileName() + " is no plain file");
        }
        Files.move(file, temporary);
    }

    private static void deleteInside(Path file, Path inside) throws IOException {
        requireInside(file, inside);
        Files.deleteIfExists(file);
    }

    private static void requireInside(Path file, Path inside) throws IOException {
        Path parent = file.toAbsolutePath().normalize().getParent();
        if (parent == null || !parent.toRealPath().startsWith(inside.toRealPath())) {
            throw new IOException("the result's file is outside the worker's directory");
        }
    }

    private static void check(Path file, BlobPayload expected) throws IOException {
        MessageDigest sha = sha256();
        long size = 0;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer buffer = ByteBuffer.allocate(COPY_BYTES);
            while (channel.read(buffer) >= 0) {
                size += buffer.flip().remaining();
                sha.update(buffer);
                buffer.clear();
            }
        }
        if (size != expected.sizeBytes() || !Digest.of(sha.digest()).equals(expected.digest())) {
            Files.deleteIfExists(file);
            throw new IOException("the result's file is not what its SHA-256 says");
        }
    }

    /**
     * Puts bytes that came in a frame on disk, to spare the heap.
     *
     * @param done hears the payload to use instead, or null when it could not be written
     */
    public void spill(InlinePayload inline, Consumer<@Nullable BlobPayload> done) {
        Path temporary = temporary();
        disk.run(
                () -> {
                    MessageDigest sha = sha256();
                    sha.update(inline.bytes().asReadOnlyByteBuffer());
                    Digest digest = Digest.of(sha.digest());
                    try (FileChannel channel = PrivateFiles.create(temporary)) {
                        ByteBuffer rest = inline.bytes().asReadOnlyByteBuffer();
                        while (rest.hasRemaining()) {
                            channel.write(rest);
                        }
                    }
                    land(temporary, digest);
                    return new BlobPayload(digest, inline.sizeBytes());
                },
                (payload, failure) -> {
                    if (payload != null) {
                        arrived(payload.digest(), payload.sizeBytes());
                    }
                    done.accept(payload);
                    if (payload != null) {
                        dropUnneeded(payload.digest());
                    }
                });
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no SHA-256", e);
        }
    }
}
