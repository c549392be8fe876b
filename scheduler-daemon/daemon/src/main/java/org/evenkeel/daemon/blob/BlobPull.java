package org.evenkeel.daemon.blob;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import org.evenkeel.daemon.net.RetainablePiece;
import org.evenkeel.model.CheckpointName;
import org.evenkeel.model.Digest;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.BlobChunk;
import org.jspecify.annotations.Nullable;

/**
 * One blob on its way here: asks for {@link WireLimits#BLOB_CHUNKS_AHEAD} pieces ahead, or some
 * more where few blobs come, and for the next only when one is on disk, so that memory is bounded
 * whatever its size. A checkpoint comes in larger pieces: fewer, and of the same worth together.
 * Belongs to the event loop.
 */
final class BlobPull {

    /** Most pieces of one blob on their way; large ones count for as many as they are worth. */
    private static final int MAX_AHEAD = 16;

    /** The same of a checkpoint, of which there are few and for which a task waits. */
    private static final int MAX_AHEAD_OF_CHECKPOINT = 48;

    private final Digest digest;
    private final BlobSource source;
    private final BlobStore store;
    private final Semaphore room;
    private final Listener listener;
    private final long maxBytes;
    private final ContentCheck check;

    /** Its file, until it is whole and gets its name. */
    private final Path temporary;

    private @Nullable FileChannel file;

    /** The disk thread's. */
    private DiskSpace.@Nullable Reserved reserved;

    private long size;
    private long requested;
    private long received;

    /** Bytes that are on disk. */
    private long written;

    private boolean made;
    private boolean over;

    /** Of each piece but the last. */
    private final int pieceBytes;

    private final int maxAhead;

    /** Most that was on its way since more was asked for. */
    private int mostOnTheWay;

    /** Pieces asked for that are not on disk, and how many of them there was further room for. */
    private int onTheWay;

    private int further;

    /** Hears how it goes. */
    interface Listener {
        /** More of it is on disk; not called for what makes it whole. */
        void wrote(BlobPull pull);

        /** It is here, or will not come; once. */
        void ended(BlobPull pull, @Nullable String failure);
    }

    /**
     * What there is of it: may be read by work for the {@link Disk} that is given to it before
     * anything else happens.
     *
     * @param size of the whole
     */
    record Part(Path file, long written, long size) {}

    /**
     * @param size as told beforehand, -1 when the first piece says it
     * @param room for pieces on their way, beyond those that each blob may have
     */
    BlobPull(
            Digest digest,
            long size,
            long maxBytes,
            BlobSource source,
            BlobStore store,
            Semaphore room,
            Listener listener) {
        this.digest = digest;
        this.source = source;
        this.store = store;
        this.listener = listener;
        this.temporary = store.temporary(digest);
        this.check = ContentCheck.of(digest);
        boolean large = CheckpointName.is(digest);
        this.pieceBytes = large ? WireLimits.LARGE_CHUNK_BYTES : WireLimits.BLOB_CHUNK_BYTES;
        this.maxAhead = large ? MAX_AHEAD_OF_CHECKPOINT : MAX_AHEAD;
        this.size = size;
        this.maxBytes = maxBytes;
        this.room = room;
    }

    Digest digest() {
        return digest;
    }

    BlobSource source() {
        return source;
    }

    /** What is on disk so far; null before the first piece and when it is being checked. */
    @Nullable Part part() {
        return over || written == 0 ? null : new Part(temporary, written, size);
    }

    /** Begins. */
    void start() {
        if (size > maxBytes) {
            fail("a blob of " + size + " bytes exceeds the limit of " + maxBytes + " bytes here");
            return;
        }
        store.disk()
                .run(
                        () -> {
                            create();
                            return temporary;
                        },
                        (name, failure) -> {
                            made = failure == null;
                            if (failure != null) {
                                fail("cannot write: " + failure.getMessage());
                            } else if (over) {
                                discard();
                            } else {
                                ask();
                            }
                        });
    }

    /** On the disk thread. */
    private void create() throws IOException {
        if (size > 0) {
            reserve();
        }
        try {
            file = store.create(temporary, digest);
        } catch (IOException e) {
            giveSpaceBack();
            throw e;
        }
    }

    /** On the disk thread. */
    private void reserve() throws IOException {
        reserved = store.space().reserve(size);
    }

    private void giveSpaceBack() {
        DiskSpace.Reserved space = reserved;
        if (space != null) {
            space.release();
        }
    }

    private void ask() {
        if (size < 0) {
            if (requested == 0) {
                requested = WireLimits.BLOB_CHUNK_BYTES;
                onTheWay = 1;
                source.request(digest, 0, WireLimits.BLOB_CHUNK_BYTES);
            }
            return;
        }
        if (size == 0) {
            finish();
            return;
        }
        while (requested < size) {
            int length = (int) Math.min(pieceBytes, size - requested);
            if (!hasRoom(worth(length))) {
                break;
            }
            source.request(digest, requested, length);
            requested += length;
            onTheWay += worth(length);
        }
        mostOnTheWay = onTheWay;
    }

    /** For how many usual pieces one counts. */
    private static int worth(int length) {
        return (length + WireLimits.BLOB_CHUNK_BYTES - 1) / WireLimits.BLOB_CHUNK_BYTES;
    }

    private boolean hasRoom(int pieces) {
        int after = onTheWay + pieces;
        if (after > maxAhead) {
            return false;
        }
        while (after > WireLimits.BLOB_CHUNKS_AHEAD + further) {
            if (!room.tryAcquire()) {
                return false;
            }
            further++;
        }
        return true;
    }

    /** A piece is on disk: others may have the room. */
    private void arrived(int length) {
        int pieces = worth(length);
        onTheWay -= pieces;
        for (int i = 0; i < pieces && further > 0; i++) {
            further--;
            room.release();
        }
    }

    void onChunk(BlobChunk chunk) {
        if (over) {
            return;
        }
        RetainablePiece piece = source.piece();
        ByteBuffer content = piece == null ? StringBytes.of(chunk.getContent()) : piece.content();
        int length = content.remaining();
        String wrong = problem(chunk, length);
        if (wrong != null) {
            fail(wrong);
            return;
        }
        boolean announces = size < 0;
        if (announces) {
            size = chunk.getSize();
            requested = Math.min(requested, size);
            if (size == 0) {
                finish();
                return;
            }
        }
        received += length;
        FileChannel target = file;
        if (target == null) {
            fail("received a chunk that was not requested");
            return;
        }
        if (piece != null) {
            piece.keep();
        }
        store.disk()
                .run(
                        () -> {
                            if (announces) {
                                reserve();
                            }
                            check.update(content.duplicate());
                            write(target, content);
                            return length;
                        },
                        (count, failure) -> {
                            if (piece != null) {
                                piece.release();
                            }
                            if (over) {
                                return;
                            }
                            if (failure != null) {
                                fail("cannot write: " + failure.getMessage());
                                return;
                            }
                            written += length;
                            arrived(length);
                            if (written == size) {
                                finish();
                            } else {
                                if (onTheWay <= mostOnTheWay / 2) {
                                    ask(); // many at once, which travel together
                                }
                                listener.wrote(this);
                            }
                        });
    }

    private void write(FileChannel target, ByteBuffer content) throws IOException {
        int length = content.remaining();
        while (content.hasRemaining()) {
            target.write(content);
        }
        DiskSpace.Reserved space = reserved;
        if (space != null) {
            space.wrote(length);
        }
    }

    private @Nullable String problem(BlobChunk chunk, int length) {
        if (chunk.getMissing()) {
            return "the sender does not have " + digest;
        }
        if (chunk.getSize() < 0 || chunk.getSize() > maxBytes) {
            return "a blob of %s bytes exceeds the limit of %s bytes here"
                    .formatted(chunk.getSize(), maxBytes);
        }
        if (size >= 0 && chunk.getSize() != size) {
            return "the sender has " + chunk.getSize() + " bytes, but announced " + size;
        }
        boolean empty = length == 0 && chunk.getSize() > 0;
        if (chunk.getOffset() != received
                || empty
                || received + length > Math.min(requested, chunk.getSize())) {
            return "received a chunk that was not requested";
        }
        return null;
    }

    /** All of it is there. */
    private void finish() {
        over = true;
        giveRoomBack();
        store.disk()
                .run(
                        () -> {
                            land();
                            return digest;
                        },
                        (landed, failure) -> {
                            if (failure == null) {
                                store.arrived(digest, size);
                            }
                            listener.ended(
                                    this,
                                    failure == null ? null : String.valueOf(failure.getMessage()));
                        });
    }

    /** On the disk thread. */
    private void land() throws IOException {
        try {
            close();
            if (!check.isRight()) {
                throw new IOException("the content received does not match SHA-256 " + digest);
            }
            store.land(temporary, digest);
        } catch (IOException e) {
            Files.deleteIfExists(temporary);
            throw e;
        }
    }

    /** Gives up; one that is complete already only waits for its last check. */
    void fail(String why) {
        if (!over) {
            over = true;
            giveRoomBack();
            if (made) {
                discard();
            }
            listener.ended(this, why);
        }
    }

    private void discard() {
        store.disk()
                .run(() -> {
                    close();
                    Files.deleteIfExists(temporary);
                    return null;
                });
    }

    private void giveRoomBack() {
        room.release(further);
        further = 0;
    }

    /** On the disk thread: nothing more is written. */
    private void close() throws IOException {
        giveSpaceBack();
        FileChannel target = file;
        if (target != null) {
            target.close();
        }
    }
}
