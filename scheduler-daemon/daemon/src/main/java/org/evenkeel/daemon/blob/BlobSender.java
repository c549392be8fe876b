package org.evenkeel.daemon.blob;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.evenkeel.daemon.net.FilePart;
import org.evenkeel.daemon.net.FrameSink;
import org.evenkeel.model.CheckpointName;
import org.evenkeel.model.Digest;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.BlobChunk;
import org.evenkeel.wire.proto.BlobRequest;
import org.evenkeel.wire.proto.Frame;
import org.jspecify.annotations.Nullable;

/**
 * Answers the requests of one link for pieces, one at a time and only while it can be written to.
 * Pieces of a value that is on its way here, and of a checkpoint that is being written, are sent as
 * they come; who gets them checks the whole.
 */
public final class BlobSender {

    private static final int MAX_REQUESTS = BlobPulls.MAX_PIECES;

    private final BlobStore store;
    private final FrameSink line;
    private final Coming coming;
    private final Deque<Piece> requests = new ArrayDeque<>();
    private boolean reading;
    private int parked;

    /** What is not here and on its way. */
    interface Coming {
        /** What there is of it; null when there is nothing to be read. */
        BlobPull.@Nullable Part part(Digest digest);

        /**
         * Whether it is on its way; then it will be said once, later, when there may be this much
         * of it.
         */
        boolean await(Digest digest, long upTo, Waiter waiter);
    }

    /** A component who waits for a piece. */
    interface Waiter {
        /**
         * @param inVain nothing came for too long
         */
        void resume(boolean inVain);
    }

    private record Piece(Digest digest, long offset, int length, boolean mayWait) {
        /** How much there must be of a blob of this size. */
        long upTo(long size) {
            return Math.min(offset + length, size);
        }

        boolean isBefore(Piece other) {
            return digest.equals(other.digest) && offset < other.offset;
        }
    }

    BlobSender(BlobStore store, FrameSink line, Coming coming) {
        this.coming = coming;
        this.store = store;
        this.line = line;
    }

    public void onRequest(BlobRequest request) throws WireException {
        if (request.getSha256().size() != Digest.BYTES) {
            throw new WireException("blob_request.sha256", "a SHA-256 has 32 bytes");
        }
        int length = request.getLength();
        if (length <= 0 || length > WireLimits.LARGE_CHUNK_BYTES) {
            throw new WireException("blob_request.length", length + " is out of bounds");
        }
        if (request.getOffset() < 0) {
            throw new WireException("blob_request.offset", "is negative");
        }
        if (requests.size() + parked >= MAX_REQUESTS) {
            throw new WireException(
                    "blob_request", "more than " + MAX_REQUESTS + " requests are waiting");
        }
        Digest digest = Digest.of(request.getSha256().toByteArray());
        requests.addLast(new Piece(digest, request.getOffset(), length, true));
        sendMore();
    }

    /** Continues; call when the link can be written to again. */
    public void sendMore() {
        while (!reading && !requests.isEmpty() && line.isWritable()) {
            Piece piece = requests.removeFirst();
            long size = store.size(piece.digest());
            BlobPull.Part part = size < 0 ? coming.part(piece.digest()) : null;
            if (size >= 0 && piece.offset() < Math.max(size, 1)) {
                part = new BlobPull.Part(store.path(piece.digest()), size, size);
            } else if (part == null
                    || piece.offset() >= part.size()
                    || part.written() < piece.upTo(part.size())) {
                if (size < 0 && piece.mayWait() && waits(piece)) {
                    parked++;
                } else {
                    line.send(missing(piece));
                }
                continue;
            }
            if (!isSentFromFile(piece)) {
                send(piece, part.file(), part.size());
            } else if (line.hasRoomForFile()) {
                sendFile(piece, part.file(), part.size());
            } else {
                requests.addFirst(piece);
                return; // it continues when what is before it is sent
            }
        }
    }

    /**
     * Checkpoints are: whoever gets one looks at its sum, and it was written just now, so the event
     * loop does not wait for a disk.
     */
    private boolean isSentFromFile(Piece piece) {
        return line.sendsFiles() && CheckpointName.is(piece.digest());
    }

    private void sendFile(Piece piece, Path path, long size) {
        int length = (int) (piece.upTo(size) - piece.offset());
        FileChannel file;
        try {
            file = FileChannel.open(path, StandardOpenOption.READ);
        } catch (IOException e) {
            line.send(missing(piece));
            return;
        }
        byte[] head = PieceHead.of(header(piece, size).build(), length);
        line.sendFile(head, new FilePart(file, piece.offset(), length), this::sendMore);
    }

    private static Frame missing(Piece piece) {
        return Frame.newBuilder().setBlobChunk(header(piece, 0).setMissing(true)).build();
    }

    private boolean waits(Piece piece) {
        return coming.await(
                piece.digest(),
                piece.offset() + piece.length(),
                inVain -> {
                    parked--;
                    again(new Piece(piece.digest(), piece.offset(), piece.length(), !inVain));
                    sendMore();
                });
    }

    /** Who asked for pieces takes them in their order: one that waited goes before later ones. */
    private void again(Piece piece) {
        List<Piece> all = new ArrayList<>(requests);
        int at = 0;
        while (at < all.size() && !piece.isBefore(all.get(at))) {
            at++;
        }
        all.add(at, piece);
        requests.clear();
        requests.addAll(all);
    }

    private void send(Piece piece, Path file, long size) {
        reading = true;
        int length = (int) (piece.upTo(size) - piece.offset());
        store.disk()
                .run(
                        () -> read(file, piece.offset(), length),
                        (bytes, failure) -> {
                            reading = false;
                            BlobChunk.Builder chunk = header(piece, size);
                            if (bytes == null) {
                                chunk.setMissing(true);
                            } else {
                                chunk.setContent(UnsafeByteOperations.unsafeWrap(bytes));
                            }
                            line.send(Frame.newBuilder().setBlobChunk(chunk).build());
                            sendMore();
                        });
    }

    private static BlobChunk.Builder header(Piece piece, long size) {
        return BlobChunk.newBuilder()
                .setSha256(ByteString.copyFrom(piece.digest().toBytes()))
                .setOffset(piece.offset())
                .setSize(size);
    }

    private static byte[] read(Path file, long offset, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            while (buffer.hasRemaining()) {
                if (channel.read(buffer, offset + buffer.position()) < 0) {
                    throw new EOFException(file + " became shorter while it was read");
                }
            }
        }
        return buffer.array();
    }
}
