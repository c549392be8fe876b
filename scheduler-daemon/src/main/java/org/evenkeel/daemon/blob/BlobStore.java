package org.evenkeel.daemon.blob;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.evenkeel.daemon.files.PrivateFiles;
import org.evenkeel.model.CheckpointName;
import org.evenkeel.model.Digest;
import org.evenkeel.wire.BlobPayload;
import org.evenkeel.wire.InlinePayload;
import org.jspecify.annotations.Nullable;

/**
 * Blobs as files named by their SHA-256, and checkpoints by names drawn at random. A file is under
 * its name only when it is whole and its content was checked; that of a checkpoint which a worker
 * wrote here is looked at when it is sent and when it is read. One counts who needs it and deletes
 * what nobody does; the books belong to the event loop, the files to the {@link Disk}.
 */
public final class BlobStore {

    private static final int COPY_BYTES = 256 << 10;

    private final Path directory;
    private final Disk disk;

    /** Whether other users, workers, read what is here and write what is taken over. */
    private final boolean shared;

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

    /** A store for this user alone. */
    public BlobStore(Path directory, Disk disk) {
        this(directory, disk, false);
    }

    /**
     * @param shared whether workers are other users: who knows a blob's name may read it
     */
    public BlobStore(Path directory, Disk disk, boolean shared) {
        this.directory = directory;
        this.disk = disk;
        this.shared = shared;
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
            share(file);
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

    private void share(Path file) throws IOException {
        if (shared) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
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
        Path foreign = shared ? temporary() : null;
        disk.run(
                () -> {
                    if (foreign == null) {
                        takeOver(file, inside, temporary);
                    } else {
                        copyOver(file, inside, foreign, temporary);
                    }
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

    /**
     * Has parts of a file read that a worker is still writing. Where workers are other users it
     * gets a second name here, so that nothing else can be put in its place.
     *
     * @param inside the directory it must be in
     * @param then hears where to read it, perhaps at once; null where it cannot be read
     */
    void openEarly(Path file, Path inside, Consumer<@Nullable Path> then) {
        Path name = shared ? temporary() : file;
        disk.run(
                () -> {
                    requireInside(file, inside);
                    if (shared) {
                        Files.createLink(name, file);
                    }
                    if (!Files.isRegularFile(name, LinkOption.NOFOLLOW_LINKS)) {
                        closeEarly(name);
                        throw new IOException(file + " is no plain file");
                    }
                    return name;
                },
                (opened, failure) -> then.accept(opened));
    }

    /** It is not read any more. */
    void closeEarly(Path opened) {
        if (shared) {
            disk.run(() -> {
                Files.deleteIfExists(opened);
                return null;
            });
        }
    }

    /** Whether workers are other users, who can change what they wrote while it is read. */
    boolean isShared() {
        return shared;
    }

    private void takeOver(Path file, Path inside, Path temporary) throws IOException {
        requireInside(file, inside);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException("the result's file " + file.getFileName() + " is no plain file");
        }
        Files.move(file, temporary);
    }

    /**
     * Takes a copy of a file that another user wrote, and may still write to. It is moved first, so
     * that nothing else can be put in its place.
     */
    private void copyOver(Path file, Path inside, Path foreign, Path temporary) throws IOException {
        requireInside(file, inside);
        Files.move(file, foreign);
        try {
            if (!Files.isRegularFile(foreign, LinkOption.NOFOLLOW_LINKS)) {
                throw new IOException("the result's file is no plain file");
            }
            copy(foreign, temporary);
        } finally {
            Files.deleteIfExists(foreign);
        }
    }

    private static void copy(Path foreign, Path temporary) throws IOException {
        try (FileChannel from = FileChannel.open(foreign, StandardOpenOption.READ);
                FileChannel to = PrivateFiles.create(temporary)) {
            long size = from.size();
            long at = 0;
            while (at < size) {
                long count = from.transferTo(at, size - at, to);
                if (count <= 0) {
                    return; // it became shorter: the check will say so
                }
                at += count;
            }
        }
    }

    private void deleteInside(Path file, Path inside) throws IOException {
        requireInside(file, inside);
        Files.deleteIfExists(file);
    }

    /** Where somebody else can exchange directories, it must be in the directory itself. */
    private void requireInside(Path file, Path inside) throws IOException {
        Path parent = file.toAbsolutePath().normalize().getParent();
        boolean fine =
                parent != null
                        && (shared
                                ? parent.equals(inside.toAbsolutePath().normalize())
                                : parent.toRealPath().startsWith(inside.toRealPath()));
        if (!fine) {
            throw new IOException("the result's file is outside the worker's directory");
        }
    }

    private static void check(Path file, BlobPayload expected) throws IOException {
        if (CheckpointName.is(expected.digest())) {
            if (Files.size(file) != expected.sizeBytes()) {
                Files.deleteIfExists(file);
                throw new IOException("the checkpoint's file has not the size it is said to have");
            }
            return;
        }
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
        return ContentCheck.sha256();
    }
}
