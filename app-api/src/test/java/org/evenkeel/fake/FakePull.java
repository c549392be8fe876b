package org.evenkeel.fake;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.BlobChunk;
import org.evenkeel.wire.proto.BlobRef;
import org.evenkeel.wire.proto.BlobRequest;
import org.evenkeel.wire.proto.Frame;

/** A blob on its way to the fake daemon. */
final class FakePull {

    private final FakeLink from;
    private final BlobRef blob;
    final Path file;
    private final Runnable then;
    private long asked;
    private long have;

    FakePull(FakeLink from, BlobRef blob, Path file, Runnable then) {
        this.from = from;
        this.blob = blob;
        this.file = file;
        this.then = then;
    }

    void start() {
        for (int i = 0; i < WireLimits.BLOB_CHUNKS_AHEAD; i++) {
            ask();
        }
    }

    private void ask() {
        long rest = blob.getSize() - asked;
        if (rest > 0) {
            int length = (int) Math.min(rest, WireLimits.BLOB_CHUNK_BYTES);
            from.send(
                    Frame.newBuilder()
                            .setBlobRequest(
                                    BlobRequest.newBuilder()
                                            .setSha256(blob.getSha256())
                                            .setOffset(asked)
                                            .setLength(length))
                            .build());
            asked += length;
        }
    }

    /** Whether it is complete. */
    boolean chunk(BlobChunk chunk) {
        try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
            out.seek(chunk.getOffset());
            out.write(chunk.getContent().toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        have += chunk.getContent().size();
        if (have >= blob.getSize() || chunk.getMissing()) {
            then.run();
            return true;
        }
        ask();
        return false;
    }

    static Frame answer(BlobRequest request, Path file) throws IOException {
        BlobChunk.Builder chunk =
                BlobChunk.newBuilder()
                        .setSha256(request.getSha256())
                        .setOffset(request.getOffset());
        if (file == null) {
            return Frame.newBuilder().setBlobChunk(chunk.setMissing(true)).build();
        }
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            byte[] piece =
                    new byte
                            [(int)
                                    Math.min(
                                            request.getLength(),
                                            in.length() - request.getOffset())];
            in.seek(request.getOffset());
            in.readFully(piece);
            chunk.setSize(in.length()).setContent(ByteString.copyFrom(piece));
        }
        return Frame.newBuilder().setBlobChunk(chunk).build();
    }
}
