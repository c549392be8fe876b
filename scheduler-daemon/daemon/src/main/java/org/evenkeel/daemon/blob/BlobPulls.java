package org.evenkeel.daemon.blob;

import com.google.protobuf.ByteString;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.evenkeel.model.Digest;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.BlobChunk;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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

    private static final Logger LOG = LoggerFactory.getLogger(BlobPulls.class);
    private static final String GONE = "the sender was declared gone";

    private final BlobStore store;
    private final Map<Digest, Wanted> wanted = new LinkedHashMap<>();
    private final Pull.Listener listener =
            new Pull.Listener() {
                @Override
                public void wrote(Pull pull) {
                    more.accept(pull.digest());
                }

                @Override
                public void ended(Pull pull, @Nullable String failure) {
                    BlobPulls.this.ended(pull, failure);
                }
            };
    private Consumer<Digest> more = digest -> {};
    private int underWay;
    private int further;
    private final BlobPull.Room room =
            new BlobPull.Room() {
                @Override
                public boolean take() {
                    if (further >= MAX_FURTHER) {
                        return false;
                    }
                    further++;
                    return true;
                }

                @Override
                public void give() {
                    further--;
                }
            };

    private static final class Wanted {
        final long size;
        final long maxBytes;
        final Deque<Waiter> waiters = new ArrayDeque<>();
        @Nullable Pull pull;

        /** Where its file is on this machine, until that was tried. */
        LinkedCheckpointPull.@Nullable Beside beside;

        Wanted(long size, long maxBytes, LinkedCheckpointPull.@Nullable Beside beside) {
            this.size = size;
            this.maxBytes = maxBytes;
            this.beside = beside;
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
        pull(digest, size, maxBytes, null, source, done);
    }

    /**
     * The same of what may be written on this machine: its file gets a second name, and where it
     * cannot, it is asked for like others.
     *
     * @param beside null if it is not
     */
    void pull(
            Digest digest,
            long size,
            long maxBytes,
            LinkedCheckpointPull.@Nullable Beside beside,
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
        Wanted one = wanted.computeIfAbsent(digest, key -> new Wanted(size, maxBytes, beside));
        one.waiters.addLast(new Waiter(source, done));
        startMore();
    }

    /** One more who hears that more of a blob is on disk. */
    void onMore(Consumer<Digest> hears) {
        more = more.andThen(hears);
    }

    /** What there is of a blob on its way here; null when there is nothing to be read. */
    Pull.@Nullable Part part(Digest digest) {
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
        if (one != null && one.pull instanceof BlobPull pull && pull.source() == source) {
            pull.onChunk(chunk);
        }
    }

    /** This source is gone: whoever waits for it alone hears so. */
    public void sourceGone(BlobSource source) {
        List<Waiter> failed = new ArrayList<>();
        List<Pull> stopped = new ArrayList<>();
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
                one.pull = begin(digest, one, first.source());
                one.pull.start();
            }
        }
    }

    private Pull begin(Digest digest, Wanted one, BlobSource source) {
        LinkedCheckpointPull.Beside beside = one.beside;
        one.beside = null;
        return beside == null
                ? new BlobPull(digest, one.size, one.maxBytes, source, store, room, listener)
                : new LinkedCheckpointPull(digest, source, store, beside, listener);
    }

    private @Nullable Digest digestOf(Wanted one) {
        for (Map.Entry<Digest, Wanted> entry : wanted.entrySet()) {
            if (entry.getValue() == one) {
                return entry.getKey();
            }
        }
        return null;
    }

    private void ended(Pull pull, @Nullable String failure) {
        underWay--;
        Wanted one = wanted.get(pull.digest());
        if (one != null && one.pull == pull) {
            one.pull = null;
            if (failure == null) {
                wanted.remove(pull.digest());
                one.waiters.forEach(waiter -> waiter.done().accept(null));
                store.dropUnneeded(pull.digest());
            } else if (pull instanceof LinkedCheckpointPull && !one.waiters.isEmpty()) {
                LOG.info("checkpoint {} is requested in chunks: {}", pull.digest(), failure);
            } else {
                failOf(one, pull, failure);
            }
        }
        startMore();
    }

    /** The waiters of the source that failed hear it; those of others continue with theirs. */
    private void failOf(Wanted one, Pull pull, String failure) {
        List<Waiter> failed = new ArrayList<>();
        one.waiters.removeIf(waiter -> waiter.source() == pull.source() && failed.add(waiter));
        if (one.waiters.isEmpty()) {
            wanted.remove(pull.digest());
        }
        failed.forEach(waiter -> waiter.done().accept(failure));
    }
}
