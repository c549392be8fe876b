package org.evenkeel.client.session;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import org.evenkeel.model.Digest;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.BlobChunk;
import org.evenkeel.wire.proto.BlobRequest;
import org.evenkeel.wire.proto.Frame;
import org.jspecify.annotations.Nullable;

/**
 * Large results on their way here, pulled piece by piece before their tasks end: a task whose
 * future has completed has its result, whatever happens to the daemon afterwards.
 *
 * <p>Lives on the reader thread.
 */
final class ResultPulls {

    /** Results pulled at the same time; more wait. */
    private static final int MAX_PULLS = 4;

    /** Room for a result before any of it has come. */
    private static final int FIRST_BYTES =
            WireLimits.BLOB_CHUNKS_AHEAD * WireLimits.BLOB_CHUNK_BYTES;

    /** What is called with the verified content, or with null and a reason. */
    interface Arrival {
        void arrived(byte @Nullable [] content, String problem);
    }

    private static final class Pull {
        final Digest digest;
        final int size;
        final Queue<Arrival> arrivals = new ArrayDeque<>();
        byte[] content; // grows with what comes: nothing is made room for because it was announced
        long asked;
        long have;

        Pull(Digest digest, int size) {
            this.digest = digest;
            this.size = size;
            this.content = new byte[Math.min(size, FIRST_BYTES)];
        }

        /** Takes a piece that lies inside of what was asked. */
        void put(int offset, ByteString piece) {
            int end = offset + piece.size();
            if (end > content.length) {
                content =
                        Arrays.copyOf(
                                content, (int) Math.min(size, Math.max(end, 2L * content.length)));
            }
            piece.copyTo(content, offset);
            have += piece.size();
        }

        /** Whether it is all there; several pieces for one place are found by the hash. */
        boolean isWhole() {
            return have >= size && content.length == size;
        }
    }

    private record WaitingResult(Digest digest, long size, Arrival arrival) {}

    private final LinkWriter linkWriter;
    private final Map<Digest, Pull> pulls = new HashMap<>();
    private final Queue<WaitingResult> waiting = new ArrayDeque<>();

    ResultPulls(LinkWriter linkWriter) {
        this.linkWriter = linkWriter;
    }

    void pull(Digest digest, long size, Arrival arrival) {
        if (size <= 0 || size > Integer.MAX_VALUE - 16) {
            arrival.arrived(null, "a result of " + size + " bytes does not fit into an array");
            return;
        }
        Pull running = pulls.get(digest);
        if (running != null) {
            running.arrivals.add(arrival);
        } else if (pulls.size() >= MAX_PULLS) {
            waiting.add(new WaitingResult(digest, size, arrival));
        } else {
            start(digest, size, arrival);
        }
    }

    private void start(Digest digest, long size, Arrival arrival) {
        Pull pull = new Pull(digest, (int) size);
        pull.arrivals.add(arrival);
        pulls.put(digest, pull);
        for (int i = 0; i < WireLimits.BLOB_CHUNKS_AHEAD; i++) {
            askNext(pull);
        }
    }

    private void askNext(Pull pull) {
        long rest = pull.size - pull.asked;
        if (rest <= 0) {
            return;
        }
        int length = (int) Math.min(rest, WireLimits.BLOB_CHUNK_BYTES);
        BlobRequest request =
                BlobRequest.newBuilder()
                        .setSha256(UnsafeByteOperations.unsafeWrap(pull.digest.toBytes()))
                        .setOffset(pull.asked)
                        .setLength(length)
                        .build();
        pull.asked += length;
        linkWriter.sendLater(
                new Outgoing.Control(Frame.newBuilder().setBlobRequest(request).build()));
    }

    void chunk(BlobChunk chunk) {
        if (chunk.getSha256().size() != Digest.BYTES) {
            return;
        }
        Pull pull = pulls.get(Digest.of(chunk.getSha256().toByteArray()));
        if (pull == null) {
            return;
        }
        int length = chunk.getContent().size();
        long offset = chunk.getOffset();
        if (chunk.getMissing() || length == 0) {
            finish(pull, "the daemon no longer stores the result");
        } else if (offset < 0 || offset > pull.asked - length) {
            finish(pull, "the daemon sent a chunk that was not requested");
        } else {
            take(pull, (int) offset, chunk.getContent());
        }
    }

    private void take(Pull pull, int offset, ByteString piece) {
        try {
            pull.put(offset, piece);
        } catch (OutOfMemoryError e) {
            finish(pull, "no memory for a result of " + pull.size + " bytes");
            return;
        }
        if (pull.isWhole()) {
            Digest got = Digest.of(Digest.sha256().digest(pull.content));
            finish(pull, got.equals(pull.digest) ? "" : "the result was damaged in transit");
        } else if (pull.have >= pull.size) {
            finish(pull, "the result was damaged in transit");
        } else {
            askNext(pull);
        }
    }

    private void finish(Pull pull, String problem) {
        pulls.remove(pull.digest);
        for (Arrival arrival : pull.arrivals) {
            arrival.arrived(problem.isEmpty() ? pull.content : null, problem);
        }
        WaitingResult next = waiting.poll();
        if (next != null) {
            pull(next.digest(), next.size(), next.arrival());
        }
    }
}
