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
import org.evenkeel.daemon.net.Connection;
import org.evenkeel.model.Digest;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.BlobChunk;
import org.evenkeel.wire.proto.BlobRequest;
import org.evenkeel.wire.proto.Frame;

/**
 * Answers the requests of one link for pieces, one at a time and only while it can be written to.
 */
public final class BlobSender {

    private static final int MAX_REQUESTS = WireLimits.BLOB_CHUNKS_AHEAD * BlobPulls.MAX_UNDER_WAY;

    private final BlobStore store;
    private final Connection connection;
    private final Coming coming;
    private final Deque<Piece> requests = new ArrayDeque<>();
    private boolean reading;
    private int parked;

    /** What is not here and on its way. */
    interface Coming {
        /** Whether it is; then it will be said once when there is no more use in waiting. */
        boolean await(Digest digest, Runnable then);
    }

    private record Piece(Digest digest, long offset, int length) {}

    BlobSender(BlobStore store, Connection connection, Coming coming) {
        this.coming = coming;
        this.store = store;
        this.connection = connection;
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
        Piece piece =
                new Piece(
                        Digest.of(request.getSha256().toByteArray()), request.getOffset(), length);
        if (store.has(piece.digest()) || !coming.await(piece.digest(), () -> goOn(piece))) {
            requests.addLast(piece);
            sendMore();
        } else {
            parked++;
        }
    }

    private void goOn(Piece piece) {
        parked--;
        requests.addLast(piece);
        sendMore();
    }

    /** Goes on; call when the link can be written to again. */
    public void sendMore() {
        if (reading || requests.isEmpty() || !connection.isWritable()) {
            return;
        }
        Piece piece = requests.removeFirst();
        long size = store.size(piece.digest());
        if (size < 0 || piece.offset() >= Math.max(size, 1)) {
            connection.send(
                    Frame.newBuilder().setBlobChunk(header(piece, 0).setMissing(true)).build());
            sendMore();
            return;
        }
        reading = true;
        Path file = store.path(piece.digest());
        int length = (int) Math.min(piece.length(), size - piece.offset());
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
                            connection.send(Frame.newBuilder().setBlobChunk(chunk).build());
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
