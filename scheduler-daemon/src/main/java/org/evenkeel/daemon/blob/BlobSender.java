package org.evenkeel.daemon.blob;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import java.io.EOFException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import org.evenkeel.model.Digest;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.BlobChunk;
import org.evenkeel.wire.proto.BlobRequest;
import org.evenkeel.wire.proto.Frame;
import org.jspecify.annotations.Nullable;

/**
 * Answers the requests of one link for pieces, one at a time and only while it can be written to.
 * Pieces of a value that is on its way here are sent as they come; who gets them checks the whole.
 */
public final class BlobSender {

    private static final int MAX_REQUESTS = WireLimits.BLOB_CHUNKS_AHEAD * BlobPulls.MAX_UNDER_WAY;

    private final BlobStore store;
    private final Line line;
    private final Coming coming;
    private final Deque<Piece> requests = new ArrayDeque<>();
    private boolean reading;
    private int parked;

    /** To the other side. */
    interface Line {
        boolean isWritable();

        void send(Frame frame);
    }

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

    /** Somebody who waits for a piece. */
    interface Waiter {
        /**
         * @param inVain nothing came for too long
         */
        void goOn(boolean inVain);
    }

    private record Piece(Digest digest, long offset, int length, boolean mayWait) {
        /** How much there must be of a blob of this size. */
        long upTo(long size) {
            return Math.min(offset + length, size);
        }
    }

    BlobSender(BlobStore store, Line line, Coming coming) {
        this.coming = coming;
        this.store = store;
        this.line = line;
    }

    public void onRequest(BlobRequest request) throws WireException {
        if (request.getSha256().size() != Digest.BYTES) {
            throw new WireException("blob_request.sha256", "a SHA-256 has 32 bytes");
        }
        int length = request.getLength();
        if (length <= 0 || length > WireLimits.BLOB_CHUNK_BYTES) {
            throw new WireException("blob_request.length", length + " is out of bounds");
        }
        if (request.getOffset() < 0) {
            throw new WireException("blob_request.offset", "is negative");
        }
        if (requests.size() + parked >= MAX_REQUESTS) {
            throw new WireException("blob_request", "more than " + MAX_REQUESTS + " wait");
        }
        Digest digest = Digest.of(request.getSha256().toByteArray());
        requests.addLast(new Piece(digest, request.getOffset(), length, true));
        sendMore();
    }

    /** Goes on; call when the link can be written to again. */
    public void sendMore() {
        while (!reading && !requests.isEmpty() && line.isWritable()) {
            Piece piece = requests.removeFirst();
            long size = store.size(piece.digest());
            BlobPull.Part part = size < 0 ? coming.part(piece.digest()) : null;
            if (size >= 0 && piece.offset() < Math.max(size, 1)) {
                send(piece, store.path(piece.digest()), size);
            } else if (part != null
                    && piece.offset() < part.size()
                    && part.written() >= piece.upTo(part.size())) {
                send(piece, part.file(), part.size());
            } else if (size < 0 && piece.mayWait() && waits(piece)) {
                parked++;
            } else {
                line.send(
                        Frame.newBuilder().setBlobChunk(header(piece, 0).setMissing(true)).build());
            }
        }
    }

    private boolean waits(Piece piece) {
        return coming.await(
                piece.digest(),
                piece.offset() + piece.length(),
                inVain -> {
                    parked--;
                    requests.addLast(
                            new Piece(piece.digest(), piece.offset(), piece.length(), !inVain));
                    sendMore();
                });
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

    private static byte[] read(Path file, long offset, int length) throws java.io.IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            while (buffer.hasRemaining()) {
                if (channel.read(buffer, offset + buffer.position()) < 0) {
                    throw new EOFException(file + " is shorter than it was");
                }
            }
        }
        return buffer.array();
    }
}
