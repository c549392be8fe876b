package org.evenkeel.daemon.blob;

import com.google.protobuf.ByteString;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.evenkeel.model.Digest;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.BlobChunk;
import org.jspecify.annotations.Nullable;

/**
 * All blobs on their way here: one pull per content however many wait for it; when its source goes
 * away, the source of another waiter is asked. Belongs to the event loop.
 */
@SuppressWarnings("ReferenceEquality") // sources and pulls are who they are
public final class BlobPulls {

    /** Pieces on their way at a time; no link takes requests for more. */
    static final int MAX_PIECES = 128;

    /** Pulls under way at a time; more wait their turn. */
    static final int MAX_UNDER_WAY = 20;

    /** Pieces for pulls that have what each may have on its way. */
    private static final int MAX_FURTHER =
            MAX_PIECES - MAX_UNDER_WAY * WireLimits.BLOB_CHUNKS_AHEAD;

    private static final String GONE = "the sender was declared gone";

    private final BlobStore store;
    private final Map<Digest, Wanted> wanted = new LinkedHashMap<>();
    private final BlobPull.Listener listener =
            new BlobPull.Listener() {
                @Override
                public void wrote(BlobPull pull) {
                    more.accept(pull.digest());
                }

                @Override
                public void ended(BlobPull pull, @Nullable String failure) {
                    BlobPulls.this.ended(pull, failure);
                }
            };
    private Consumer<Digest> more = digest -> {};
    private int underWay;
    private final Semaphore room = new Semaphore(MAX_FURTHER);

    private static final class Wanted {
        final long size;
        final long maxBytes;
        final Deque<Waiter> waiters = new ArrayDeque<>();
        @Nullable BlobPull pull;

        Wanted(long size, long maxBytes) {
            this.size = size;
            this.maxBytes = maxBytes;
        }
    }

    private record Waiter(BlobSource source, Consumer<@Nullable String> done) {}

    public BlobPulls(BlobStore store) {
        this.store = store;
    }

    /**
     * Brings a blob here.
     *
     * @param size as told beforehand, -1 when not known
     * @param done hears null once it is here, or why it will not come; also at once
     */
    public void pull(
            Digest digest,
            long size,
            long maxBytes,
            BlobSource source,
            Consumer<@Nullable String> done) {
        if (store.has(digest)) {
            done.accept(null);
            return;
        }
        if (!source.isOpen()) {
            done.accept(GONE); // it closed while something else that it gave was looked at
            return;
        }
        Wanted one = wanted.computeIfAbsent(digest, key -> new Wanted(size, maxBytes));
        one.waiters.addLast(new Waiter(source, done));
        startMore();
    }

    /** One more who hears that more of a blob is on disk. */
    void onMore(Consumer<Digest> hears) {
        more = more.andThen(hears);
    }

    /** What there is of a blob on its way here; null when there is nothing to be read. */
    BlobPull.@Nullable Part part(Digest digest) {
        Wanted one = wanted.get(digest);
        return one == null || one.pull == null ? null : one.pull.part();
    }

    /** A piece came from this source. */
    public void onChunk(BlobSource source, BlobChunk chunk) throws WireException {
        ByteString name = chunk.getSha256();
        if (name.size() != Digest.BYTES) {
            throw new WireException("blob_chunk.sha256", "a SHA-256 has 32 bytes");
        }
        Wanted one = wanted.get(Digest.of(name.toByteArray()));
        if (one != null && one.pull != null && one.pull.source() == source) {
            one.pull.onChunk(chunk);
        }
    }

    /** This source is gone: whoever waits for it alone hears so. */
    public void sourceGone(BlobSource source) {
        List<Waiter> failed = new ArrayList<>();
        List<BlobPull> stopped = new ArrayList<>();
        for (Wanted one : wanted.values()) {
            Iterator<Waiter> waiters = one.waiters.iterator();
            while (waiters.hasNext()) {
                Waiter waiter = waiters.next();
                if (waiter.source() == source) {
                    waiters.remove();
                    failed.add(waiter);
                }
            }
            if (one.pull != null && one.pull.source() == source) {
                stopped.add(one.pull);
            }
        }
        stopped.forEach(pull -> pull.fail(GONE));
        wanted.values().removeIf(one -> one.waiters.isEmpty() && one.pull == null);
        failed.forEach(waiter -> waiter.done().accept(GONE));
        startMore();
    }

    private void startMore() {
        for (Wanted one : List.copyOf(wanted.values())) {
            if (underWay >= MAX_UNDER_WAY) {
                return;
            }
            Waiter first = one.waiters.peekFirst();
            if (one.pull == null && first != null) {
                Digest digest = digestOf(one);
                if (digest == null) {
                    continue;
                }
                underWay++;
                one.pull =
                        new BlobPull(
                                digest,
                                one.size,
                                one.maxBytes,
                                first.source(),
                                store,
                                room,
                                listener);
                one.pull.start();
            }
        }
    }

    private @Nullable Digest digestOf(Wanted one) {
        return wanted.entrySet().stream()
                .filter(entry -> entry.getValue() == one)
                .map(entry -> entry.getKey())
                .findFirst()
                .orElse(null);
    }

    private void ended(BlobPull pull, @Nullable String failure) {
        underWay--;
        Wanted one = wanted.get(pull.digest());
        if (one != null && one.pull == pull) {
            one.pull = null;
            if (failure == null) {
                wanted.remove(pull.digest());
                one.waiters.forEach(waiter -> waiter.done().accept(null));
                store.dropUnneeded(pull.digest());
            } else {
                failOf(one, pull, failure);
            }
        }
        startMore();
    }

    /** The waiters of the source that failed hear it; those of others continue with theirs. */
    private void failOf(Wanted one, BlobPull pull, String failure) {
        List<Waiter> failed = new ArrayList<>();
        one.waiters.removeIf(waiter -> waiter.source() == pull.source() && failed.add(waiter));
        if (one.waiters.isEmpty()) {
            wanted.remove(pull.digest());
        }
        failed.forEach(waiter -> waiter.done().accept(failure));
    }
}
