package org.evenkeel.daemon.blob;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.evenkeel.daemon.files.PrivateFiles;
import org.evenkeel.model.CheckpointName;
import org.evenkeel.model.Digest;
import org.evenkeel.wire.BlobPayload;
import org.evenkeel.wire.InlinePayload;
import org.jspecify.annotations.Nullable;

/**
 * Blobs as files named by their SHA-256, and checkpoints with random names. A file has its name
 * only when it is complete and its content was verified; a checkpoint written by a worker of this
 * node is verified when it is sent and when it is read. Blobs are reference counted and deleted
 * when the count reaches zero. The counts belong to the event loop, the files to the {@link Disk}.
 */
public final class BlobStore {

    private final Path directory;
    private final Disk disk;

    /** Whether other users, workers, read what is here and write what is taken over. */
    private final boolean shared;

    private final WorkerFileTransfer taken;
    private final OwnedFileCopies copies;

    private final Map<Digest, Entry> entries = new ConcurrentHashMap<>();

    /**
     * Renamed by the disk thread and not yet in the records, by how many at a time: not to be
     * deleted with an earlier copy.
     */
    private final Map<Digest, Integer> landing = new ConcurrentHashMap<>();

    private final DiskSpace space;

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
        this(directory, disk, shared, OwnedFileCopies.later());
    }

    /**
     * @param later copies, when they have stayed for long, checkpoints that a worker wrote, who is
     *     another user
     */
    BlobStore(Path directory, Disk disk, boolean shared, Executor later) {
        this.directory = directory;
        this.disk = disk;
        this.shared = shared;
        this.taken = new WorkerFileTransfer(shared);
        this.copies = new OwnedFileCopies(later);
        this.space = new DiskSpace(directory);
    }

    /** What comes from elsewhere leaves so many bytes of the disk usable: the journal's. */
    public void keepFree(long bytes) {
        space.keepFree(bytes);
    }

    /** For what comes from elsewhere. */
    DiskSpace space() {
        return space;
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

    /** Deletes the blob if no task needs it. */
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

    /**
     * The same for one that comes here. A worker may read a checkpoint as it comes, if it was told
     * its name.
     */
    Path temporary(Digest digest) {
        Path name = temporary();
        return CheckpointName.is(digest)
                ? name.resolveSibling(name.getFileName() + "-" + digest)
                : name;
    }

    /** On the disk thread: makes such a file. */
    FileChannel create(Path file, Digest digest) throws IOException {
        FileChannel channel = PrivateFiles.create(file);
        if (CheckpointName.is(digest)) {
            share(file);
        }
        return channel;
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
     * On the journal's thread: forces the file of a blob that a task needs, unless that was done
     * before; whether it had to. Its name is durable when the directory is forced.
     */
    boolean force(Digest digest) throws IOException {
        Entry entry = entries.get(digest);
        if (entry == null) {
            throw new IOException(path(digest) + " is no longer stored here");
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
     * Takes over a file that another process wrote on this disk: renamed or copied, checked.
     *
     * @param inside the directory it must be in
     * @param done hears null, or what is wrong
     */
    public void adopt(
            Path file, Path inside, BlobPayload expected, Consumer<@Nullable String> done) {
        if (has(expected.digest())) {
            disk.run(() -> {
                taken.drop(file, inside);
                return null;
            });
            done.accept(null);
            return;
        }
        Path temporary = temporary();
        Path foreign = temporary();
        disk.run(
                () -> {
                    taken.take(file, inside, expected, foreign, temporary);
                    land(temporary, expected.digest());
                    return expected;
                },
                (payload, failure) -> {
                    if (payload != null) {
                        arrived(payload.digest(), payload.sizeBytes());
                        if (shared && CheckpointName.is(payload.digest())) {
                            copyLater(payload.digest(), payload.sizeBytes());
                        }
                        done.accept(null);
                        dropUnneeded(payload.digest());
                    } else {
                        done.accept(
                                failure == null ? "failed" : String.valueOf(failure.getMessage()));
                    }
                });
    }

    /** The worker that wrote it may hold it open. */
    private void copyLater(Digest digest, long size) {
        Entry entry = entries.get(digest);
        BooleanSupplier isHere = () -> entry != null && entries.get(digest) == entry;
        copies.later(
                path(digest),
                temporary(),
                size,
                isHere,
                copy ->
                        disk.run(() -> {
                            if (isHere.getAsBoolean()) {
                                share(copy);
                                Files.move(copy, path(digest), StandardCopyOption.REPLACE_EXISTING);
                            } else {
                                Files.deleteIfExists(copy);
                            }
                            return null;
                        }));
    }

    /**
     * Has parts of a file read that a worker is still writing. It gets a second name here, under
     * which it is until {@link #closeEarly}: it has no other while it is taken over, and nothing
     * else can be put in its place.
     *
     * @param inside the directory it must be in
     * @param then hears where to read it, perhaps at once; null where it cannot be read
     */
    void openEarly(Path file, Path inside, Consumer<@Nullable Path> then) {
        Path name = temporary();
        disk.run(
                () -> {
                    taken.requireInside(file, inside);
                    Files.createLink(name, file);
                    try {
                        WorkerFileTransfer.requirePlain(name);
                        WorkerFileTransfer.requireSameOwner(name, inside);
                        return name;
                    } catch (IOException e) {
                        closeEarly(name);
                        throw e;
                    }
                },
                (opened, failure) -> then.accept(opened));
    }

    /** It is not read any more. */
    void closeEarly(Path opened) {
        disk.run(() -> {
            Files.deleteIfExists(opened);
            return null;
        });
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
                    MessageDigest sha = Digest.sha256();
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
}
