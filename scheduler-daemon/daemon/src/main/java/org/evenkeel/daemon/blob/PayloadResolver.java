package org.evenkeel.daemon.blob;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.evenkeel.daemon.journal.LowDisk;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Payload;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskKind;
import org.evenkeel.wire.BlobPayload;
import org.evenkeel.wire.InlinePayload;
import org.evenkeel.wire.WireLimits;
import org.jspecify.annotations.Nullable;

/**
 * Brings here what a frame refers to before the core sees it: code and payloads that are blobs; and
 * puts payloads on disk when too many fill the heap, or when they would make records of the journal
 * long. If the disk does not take one of these, it stays in the heap and goes into its record.
 */
public final class PayloadResolver {

    /** Smaller payloads stay in the heap in any case, and are not counted either. */
    private static final int LEAST_SPILLED_BYTES = WireLimits.WATCHED_BYTES;

    /** The longest payload that a record of the journal has in itself. */
    public static final int LARGEST_IN_JOURNAL_BYTES = 64 << 10;

    private final Dependencies dependencies;
    private final BlobStore store;
    private final BlobPulls pulls;
    private final Bundles bundles;
    private final PayloadReferences books;
    private final ArrivalQueue.Bound waiting;

    /**
     * Where things are.
     *
     * @param journaled tells tasks that this node owns and keeps on disk
     */
    public record Dependencies(
            BlobStore store,
            BlobPulls pulls,
            Bundles bundles,
            PayloadReferences books,
            LowDisk lowDisk,
            Predicate<TaskId> journaled,
            IntermediateValueStore values,
            StreamedCheckpoints early) {}

    /**
     * @param maxWaitingBytes of peers' frames that wait for blobs, on all links together
     */
    public PayloadResolver(Dependencies dependencies, long maxWaitingBytes) {
        this.dependencies = dependencies;
        this.store = dependencies.store();
        this.pulls = dependencies.pulls();
        this.bundles = dependencies.bundles();
        this.books = dependencies.books();
        this.waiting = new ArrivalQueue.Bound(maxWaitingBytes);
    }

    /** A queue for a peer's link: they share a bound. */
    public ArrivalQueue queueOfPeer() {
        return new ArrivalQueue(waiting);
    }

    /** A queue for what is bounded already: by a session's window, or it is one thing alone. */
    public ArrivalQueue queueOfBounded() {
        return new ArrivalQueue(new ArrivalQueue.Bound(Long.MAX_VALUE));
    }

    public BlobPulls pulls() {
        return pulls;
    }

    public BlobStore store() {
        return store;
    }

    public PayloadReferences books() {
        return books;
    }

    /** Values of task graphs. */
    public IntermediateValueStore values() {
        return dependencies.values();
    }

    /** Checkpoints on their way before they are written. */
    public StreamedCheckpoints early() {
        return dependencies.early();
    }

    /** Whether the disk has room for tasks that need it. */
    public LowDisk lowDisk() {
        return dependencies.lowDisk();
    }

    /** Whether this outcome will be in a record here and is too long for one. */
    public boolean isTooLongForRecord(TaskId task, Payload outcome) {
        return isLongInline(outcome) && dependencies.journaled().test(task);
    }

    private static boolean isLongInline(Payload payload) {
        return payload instanceof InlinePayload && payload.sizeBytes() > LARGEST_IN_JOURNAL_BYTES;
    }

    /** The jars of code that is here, in the order of the class path. */
    public List<BundleManifest.Jar> jars(Digest bundle) {
        return bundles.parts(bundle);
    }

    /** Why code that came is not used here, null when it is. */
    public @Nullable String refusal(Digest bundle) {
        return bundles.refusal(bundle);
    }

    /** Begins to look at one frame of this source. */
    public Resolution gather(BlobSource source) {
        return new Resolution(source);
    }

    /** What one frame refers to. */
    public final class Resolution {
        private final BlobSource source;
        private final List<Consumer<ArrivalQueue.Ticket>> asks = new ArrayList<>();
        private final List<Digest> held = new ArrayList<>();
        private final Map<Digest, String> problems = new HashMap<>();
        private final IdentityHashMap<Payload, Payload> replaced = new IdentityHashMap<>();
        private Digest lastBundle = Digest.NONE;

        private Resolution(BlobSource source) {
            this.source = source;
        }

        /** The frame needs this kind's code. */
        public void require(TaskKind kind) {
            Digest bundle = kind.bundle();
            if (bundle.equals(lastBundle) || kind.isServed()) {
                return;
            }
            lastBundle = bundle;
            if (!bundles.has(bundle)) {
                asks.add(ticket ->
                        bundles.fetch(
                                bundle,
                                source,
                                problem -> {
                                    note(bundle, problem);
                                    ticket.came();
                                }));
            }
        }

        /** The frame carries this task, which will be owned here, or kept for its owner. */
        public void require(Task task) {
            require(task.kind());
            if (task.survivesOwner()) {
                needsForRecord(task.payload());
            } else {
                require(task.payload());
            }
        }

        /** The frame carries this payload, which will be in a record of the journal. */
        public void needsForRecord(Payload payload) {
            if (payload instanceof InlinePayload inline && isLongInline(inline)) {
                asks.add(ticket -> spill(inline, ticket));
            } else {
                require(payload);
            }
        }

        /** The frame carries this payload. */
        public void require(Payload payload) {
            if (payload instanceof BlobPayload blob) {
                if (store.acquire(blob.digest())) {
                    held.add(blob.digest());
                } else {
                    asks.add(ticket -> pull(blob, ticket));
                }
            } else if (payload instanceof InlinePayload inline
                    && inline.sizeBytes() >= LEAST_SPILLED_BYTES
                    && books.isOverBudget()) {
                asks.add(ticket -> spill(inline, ticket));
            }
        }

        private void pull(BlobPayload blob, ArrivalQueue.Ticket ticket) {
            pulls.pull(
                    blob.digest(),
                    blob.sizeBytes(),
                    WireLimits.MAX_BLOB_BYTES,
                    source,
                    problem -> {
                        note(blob.digest(), problem);
                        hold(blob);
                        ticket.came();
                    });
        }

        private void spill(InlinePayload inline, ArrivalQueue.Ticket ticket) {
            store.spill(
                    inline,
                    blob -> {
                        if (blob != null) {
                            hold(blob);
                            replaced.put(inline, blob);
                        }
                        ticket.came();
                    });
        }

        private void hold(BlobPayload blob) {
            if (store.acquire(blob.digest())) {
                held.add(blob.digest());
            }
        }

        private void note(Digest digest, @Nullable String problem) {
            if (problem != null) {
                problems.put(digest, problem);
            }
        }

        /**
         * Calls {@code then} when everything is here or will not come, and what came before it over
         * the same link has gone on.
         *
         * @return false when the queue is full: {@code then} will not be called
         */
        public boolean onResolved(ArrivalQueue queue, int frameBytes, Runnable then) {
            if (asks.isEmpty() && queue.isEmpty()) {
                then.run();
                release();
                return true;
            }
            ArrivalQueue.Ticket ticket =
                    queue.enter(
                            frameBytes,
                            () -> {
                                then.run();
                                release();
                            });
            if (ticket == null) {
                release();
                return false;
            }
            for (Consumer<ArrivalQueue.Ticket> ask : asks) {
                ticket.missing();
                ask.accept(ticket);
            }
            ticket.came();
            return true;
        }

        /** Why the kind's code is not here, null when it is. */
        public @Nullable String problem(TaskKind kind) {
            return problems.isEmpty() ? null : problems.get(kind.bundle());
        }

        /** Why the payload is not here, null when it is. */
        public @Nullable String problem(Payload payload) {
            return problems.isEmpty() || !(payload instanceof BlobPayload blob)
                    ? null
                    : problems.get(blob.digest());
        }

        /** The payload to use: itself, or its copy on disk. */
        public Payload resolved(Payload payload) {
            return replaced.isEmpty() ? payload : replaced.getOrDefault(payload, payload);
        }

        private void release() {
            held.forEach(store::release);
            held.clear();
        }
    }
}
