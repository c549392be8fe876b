package org.evenkeel.daemon.blob;

import com.google.protobuf.ByteString;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.evenkeel.daemon.driver.TimerSource;
import org.evenkeel.daemon.journal.LowDisk;
import org.evenkeel.model.BoundedMap;
import org.evenkeel.model.CheckpointName;
import org.evenkeel.model.Digest;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;
import org.evenkeel.wire.BlobPayload;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.BlobRef;
import org.evenkeel.wire.proto.FetchValue;
import org.evenkeel.wire.proto.ValueHere;
import org.jspecify.annotations.Nullable;

/**
 * Values of task graphs that this node keeps for their jobs: made here, or fetched from a node that
 * has them, each once however many ask. They are blobs, and go when their job ends; when there are
 * too many, those that were not asked for longest go first. Belongs to the event loop.
 */
public final class IntermediateValueStore {

    /** The most nodes that a request may name. */
    public static final int MAX_HOLDERS = 16;

    /** Values on their way here at a time. */
    private static final int MAX_COMING = 1_024;

    /** Ended jobs that are remembered: what comes for them is not kept. */
    private static final int MAX_ENDED = 1_024;

    /** Values whose transfers are counted, those that have gone since included. */
    private static final int MAX_COUNTED = 100_000;

    /** How often, and after which pause, a node without a link is tried. */
    private static final int MAX_TRIES = 30;

    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final BlobStore store;
    private final BlobPulls pulls;
    private final LowDisk lowDisk;
    private final TimerSource timers;
    private final ValueRelay passing;
    private final long maxBytes;
    private final LinkedHashMap<Key, StoredValue> kept = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<Key, Coming> coming = new HashMap<>();
    private final Set<JobId> ended = Collections.newSetFromMap(BoundedMap.ofNewest(MAX_ENDED));
    private final Map<Key, Integer> transfers = BoundedMap.ofNewest(MAX_COUNTED);
    private @Nullable Peers peers;
    private long bytes;
    private long fetched;

    /** The other nodes. */
    public interface Peers {
        /** The link to a node; null when there is none, or none yet. */
        @Nullable BlobSource source(NodeId node);

        /**
         * Begins to connect to a node without a link; false when that is done anyway, or cannot be.
         */
        boolean dial(NodeId node);
    }

    private record Key(JobId job, Digest digest) {}

    /**
     * A value that is here.
     *
     * @param transfers how often it was fetched for this job
     */
    private record StoredValue(long size, int transfers, String from) {}

    /** A value that is to be fetched. */
    private static final class Coming {
        final Deque<String> holders = new ArrayDeque<>();
        final Set<String> named = new LinkedHashSet<>();
        final List<Consumer<ValueHere>> askers = new ArrayList<>();
        String from = "";
    }

    /**
     * @param maxBytes of all values together
     */
    public IntermediateValueStore(
            BlobStore store, BlobPulls pulls, LowDisk lowDisk, TimerSource timers, long maxBytes) {
        this.store = store;
        this.pulls = pulls;
        this.lowDisk = lowDisk;
        this.timers = timers;
        this.passing = new ValueRelay(pulls, timers);
        this.maxBytes = maxBytes;
    }

    /** Where values are fetched from. */
    public void fetchFrom(Peers others) {
        peers = others;
    }

    /** Bytes of all values that are kept. */
    public long bytes() {
        return bytes;
    }

    /** Values that came from other nodes so far. */
    public long fetched() {
        return fetched;
    }

    /** Reads what a frame says of a blob. */
    public static BlobPayload read(String field, BlobRef ref) throws WireException {
        if (ref.getSha256().size() != Digest.BYTES) {
            throw new WireException(field + ".sha256", "a SHA-256 has 32 bytes");
        }
        Digest digest = Digest.of(ref.getSha256().toByteArray());
        if (CheckpointName.is(digest)) {
            throw new WireException(field + ".sha256", "is the name of a checkpoint");
        }
        if (ref.getSize() <= 0 || ref.getSize() > WireLimits.MAX_BLOB_BYTES) {
            throw new WireException(field + ".size", ref.getSize() + " is out of bounds");
        }
        return new BlobPayload(digest, ref.getSize());
    }

    // ---- Made here

    /**
     * Keeps what a worker made.
     *
     * @param directory the worker's
     */
    public void keep(
            JobId job, BlobPayload value, Path file, Path directory, Consumer<ValueHere> answer) {
        Digest digest = value.digest();
        String low = lowDisk.why();
        if (low != null) {
            answer.accept(problem(digest, low));
            return;
        }
        store.adopt(
                file,
                directory,
                value,
                problem -> {
                    if (problem != null) {
                        answer.accept(problem(digest, problem));
                    } else {
                        hold(new Key(job, digest), new StoredValue(value.sizeBytes(), 0, ""));
                        answer.accept(here(digest, new StoredValue(value.sizeBytes(), 0, "")));
                    }
                });
    }

    /** Counts a value as needed, and lets others go if there are too many. */
    private StoredValue hold(Key key, StoredValue now) {
        StoredValue before = kept.get(key);
        if (before != null || ended.contains(key.job()) || !store.acquire(key.digest())) {
            return before == null ? now : before;
        }
        kept.put(key, now);
        bytes += now.size();
        Iterator<Map.Entry<Key, StoredValue>> oldest = kept.entrySet().iterator();
        while (bytes > maxBytes && kept.size() > 1) {
            Map.Entry<Key, StoredValue> entry = oldest.next();
            oldest.remove();
            release(entry.getKey(), entry.getValue());
        }
        return now;
    }

    private void release(Key key, StoredValue value) {
        bytes -= value.size();
        store.release(key.digest());
    }

    /** A job has ended: no node needs its values any more. */
    public void jobEnded(JobId job) {
        ended.add(job);
        jobForgotten(job);
    }

    /** A job seems to have ended; should it continue, its values are made again. */
    public void jobForgotten(JobId job) {
        transfers.keySet().removeIf(key -> key.job().equals(job));
        Iterator<Map.Entry<Key, StoredValue>> all = kept.entrySet().iterator();
        while (all.hasNext()) {
            Map.Entry<Key, StoredValue> entry = all.next();
            if (entry.getKey().job().equals(job)) {
                all.remove();
                release(entry.getKey(), entry.getValue());
            }
        }
    }

    // ---- Fetched

    /** The same for a request as it came. */
    public void fetch(JobId job, FetchValue request, Consumer<ValueHere> answer)
            throws WireException {
        if (request.getHoldersCount() > MAX_HOLDERS) {
            throw new WireException("fetch_value.holders", "more than " + MAX_HOLDERS);
        }
        for (String holder : request.getHoldersList()) {
            if (!NodeId.isValid(holder)) {
                throw new WireException("fetch_value.holders", "\"" + holder + "\" is not a node");
            }
        }
        fetch(job, read("fetch_value.blob", request.getBlob()), request.getHoldersList(), answer);
    }

    /**
     * Has a value here.
     *
     * @param holders nodes that may have it, asked one after the other
     * @param answer hears when it is here, or why it will not be; perhaps at once
     */
    void fetch(JobId job, BlobPayload value, List<String> holders, Consumer<ValueHere> answer) {
        Key key = new Key(job, value.digest());
        StoredValue known = kept.get(key);
        if (known != null || store.has(key.digest())) {
            answer.accept(here(key.digest(), hold(key, new StoredValue(value.sizeBytes(), 0, ""))));
            return;
        }
        String low = lowDisk.why();
        Coming one = coming.get(key);
        if (low != null || one == null && coming.size() >= MAX_COMING) {
            String why = low == null ? "too many values are being fetched; try again later" : low;
            answer.accept(problem(key.digest(), why));
            return;
        }
        boolean first = one == null;
        Coming fetch = one == null ? new Coming() : one;
        coming.put(key, fetch);
        fetch.askers.add(answer);
        for (String holder : holders) {
            if (fetch.named.size() < 2 * MAX_HOLDERS && fetch.named.add(holder)) {
                fetch.holders.add(holder);
            }
        }
        if (first) {
            askNext(key, value, fetch, 0);
        }
    }

    private void askNext(Key key, BlobPayload value, Coming fetch, int tries) {
        String holder = fetch.holders.peek();
        Peers others = peers;
        if (holder == null || others == null) {
            end(key, fetch, problem(key.digest(), "no reachable node has it"));
            return;
        }
        NodeId node = new NodeId(holder);
        BlobSource source = others.source(node);
        if (source == null && tries < MAX_TRIES && others.dial(node)) {
            timers.after(RETRY_NANOS, () -> askNext(key, value, fetch, tries + 1));
            return;
        }
        fetch.holders.remove();
        if (source == null) {
            askNext(key, value, fetch, 0);
            return;
        }
        fetch.from = holder;
        pulls.pull(
                value.digest(),
                value.sizeBytes(),
                WireLimits.MAX_BLOB_BYTES,
                source,
                problem -> {
                    if (problem == null) {
                        fetched++;
                        int count = transfers.merge(key, 1, Integer::sum);
                        StoredValue now =
                                hold(key, new StoredValue(value.sizeBytes(), count, holder));
                        end(key, fetch, here(key.digest(), now));
                    } else {
                        askNext(key, value, fetch, 0);
                    }
                });
    }

    private void end(Key key, Coming fetch, ValueHere answer) {
        coming.remove(key, fetch);
        fetch.askers.forEach(asker -> asker.accept(answer));
        passing.ended(key.digest());
    }

    /**
     * Waits for a part of a value that is on its way here on behalf of a node that asks for it, so
     * that it goes from node to node as it comes; not when it is to come from that very node.
     *
     * @param upTo how many bytes from the beginning are needed, or all if there are less
     * @return false when it is not on its way; no caller will be called
     */
    boolean await(Digest digest, long upTo, BlobSource asker, BlobSender.Waiter waiter) {
        for (Map.Entry<Key, Coming> entry : coming.entrySet()) {
            Peers others = peers;
            String from = entry.getValue().from;
            if (!entry.getKey().digest().equals(digest) || others == null || from.isEmpty()) {
                continue;
            }
            if (asker.equals(others.source(new NodeId(from)))) {
                return false;
            }
            passing.park(digest, upTo, waiter);
            return true;
        }
        return false;
    }

    // ---- Answers

    private static ValueHere here(Digest digest, StoredValue value) {
        return answer(digest).setTransfers(value.transfers()).setFrom(value.from()).build();
    }

    private static ValueHere problem(Digest digest, String why) {
        return answer(digest).setProblem(why).build();
    }

    private static ValueHere.Builder answer(Digest digest) {
        return ValueHere.newBuilder().setSha256(ByteString.copyFrom(digest.toBytes()));
    }
}
