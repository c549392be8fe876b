package org.evenkeel.client.session;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.Map;
import org.evenkeel.client.codec.Encoded;
import org.evenkeel.model.Digest;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.BlobChunk;
import org.evenkeel.wire.proto.BlobRequest;
import org.evenkeel.wire.proto.Frame;
import org.jspecify.annotations.Nullable;

/**
 * Blobs that the daemon may ask for: large payloads of open tasks in memory, bundle parts in files.
 */
public final class Blobs {

    private sealed interface Content {}

    private record InMemory(Encoded payload) implements Content {}

    private record InFile(Path file, long size) implements Content {}

    private static final class Entry {
        final Content content;
        int users;

        Entry(Content content) {
            this.content = content;
        }
    }

    private final Map<Digest, Entry> entries = new HashMap<>();

    /** SHA-256 of a payload's wire form. */
    public static Digest digestOf(Encoded payload) {
        MessageDigest sha = Digest.sha256();
        sha.update(payload.tag());
        sha.update(payload.bytes(), 0, payload.length());
        return Digest.of(sha.digest());
    }

    /** Offers a payload until {@link #release} is called as often. */
    public synchronized void retain(Digest digest, Encoded payload) {
        entries.computeIfAbsent(digest, d -> new Entry(new InMemory(payload))).users++;
    }

    public synchronized void release(Digest digest) {
        Entry entry = entries.get(digest);
        if (entry != null && --entry.users <= 0) {
            entries.remove(digest);
        }
    }

    /** Offers a file for as long as this object lives. */
    public synchronized void addFile(Digest digest, Path file, long size) {
        entries.computeIfAbsent(digest, d -> new Entry(new InFile(file, size))).users++;
    }

    private synchronized @Nullable Content find(ByteString sha256) {
        if (sha256.size() != Digest.BYTES) {
            return null;
        }
        Entry entry = entries.get(Digest.of(sha256.toByteArray()));
        return entry == null ? null : entry.content;
    }

    /** The answer to a request; "missing" when there is no such blob any more. */
    Frame answer(BlobRequest request) {
        BlobChunk.Builder chunk =
                BlobChunk.newBuilder()
                        .setSha256(request.getSha256())
                        .setOffset(request.getOffset());
        try {
            switch (find(request.getSha256())) {
                case null -> chunk.setMissing(true);
                case InMemory(Encoded payload) -> fill(chunk, request, payload);
                case InFile(Path file, long size) -> fill(chunk, request, file, size);
            }
        } catch (IOException e) {
            chunk.setMissing(true);
        }
        return Frame.newBuilder().setBlobChunk(chunk).build();
    }

    private static int lengthOf(BlobRequest request, long size) {
        long rest = Math.max(0, size - request.getOffset());
        int asked = request.getLength() <= 0 ? WireLimits.BLOB_CHUNK_BYTES : request.getLength();
        return (int) Math.min(rest, Math.min(asked, WireLimits.BLOB_CHUNK_BYTES));
    }

    private static void fill(BlobChunk.Builder chunk, BlobRequest request, Encoded payload) {
        int length = request.getOffset() < 0 ? 0 : lengthOf(request, payload.size());
        byte[] piece = new byte[length];
        if (length > 0) {
            payload.copy((int) request.getOffset(), piece, 0, length);
        }
        chunk.setSize(payload.size()).setContent(UnsafeByteOperations.unsafeWrap(piece));
    }

    private static void fill(BlobChunk.Builder chunk, BlobRequest request, Path file, long size)
            throws IOException {
        int length = request.getOffset() < 0 ? 0 : lengthOf(request, size);
        byte[] piece = new byte[length];
        try (FileChannel channel = FileChannel.open(file)) {
            ByteBuffer buffer = ByteBuffer.wrap(piece);
            while (buffer.hasRemaining()) {
                if (channel.read(buffer, request.getOffset() + buffer.position()) < 0) {
                    throw new IOException(file + " became shorter while it was read");
                }
            }
        }
        chunk.setSize(size).setContent(UnsafeByteOperations.unsafeWrap(piece));
    }
}
