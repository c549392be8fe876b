package org.evenkeel.daemon.blob;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.evenkeel.daemon.driver.Journaling;
import org.evenkeel.daemon.journal.RecordCodec;
import org.evenkeel.daemon.journal.RecoveredRecords.Needed;
import org.evenkeel.kernel.journal.Key;
import org.evenkeel.model.Digest;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.Payload;
import org.evenkeel.model.TaskId;
import org.evenkeel.wire.BlobPayload;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the blobs that the journal refers to: from the record that names them until the one that
 * makes them needless is durable. Of an open task that is the payload and the code, of an ended one
 * the outcome. An outcome that an earlier process of an owner said stands until that one is said
 * again, also when the task is accepted again before. Belongs to the event loop.
 */
public final class JournalNeeds implements Journaling {

    private final Journaling journal;
    private final BlobStore store;
    private final Bundles bundles;
    private final Map<Key, Need> needs = new HashMap<>();
    private final Deque<Later> later = new ArrayDeque<>();

    /** What one key holds on to. */
    private static final class Need {
        @Nullable Digest payload;
        @Nullable Digest outcome;
        @Nullable Digest bundle;
    }

    /** What a record makes needless, once it is durable. */
    private record Needless(
            @Nullable Digest payload, @Nullable Digest outcome, @Nullable Digest bundle) {
        static final Needless NOTHING = new Needless(null, null, null);
    }

    /** To be released when the record of this number is durable. */
    private record Later(long number, Needless needless) {}

    public JournalNeeds(Journaling journal, BlobStore store, Bundles bundles) {
        this.journal = journal;
        this.store = store;
        this.bundles = bundles;
        journal.whenDurable(this::durable);
    }

    /** What an earlier process left, found already; at the start. */
    public void recover(RecoveredBlobs kept, List<Needed> needed) {
        kept.enter(store, bundles);
        for (Needed one : needed) {
            Need need = needs.computeIfAbsent(one.key(), key -> new Need());
            if (one.ended()) {
                need.outcome = held(one.payload());
            } else {
                need.payload = held(one.payload());
            }
            need.bundle = pinned(one.bundle());
        }
    }

    @Override
    public long write(List<JournalRecord> records) {
        List<Needless> needless = new ArrayList<>(records.size());
        for (JournalRecord record : records) {
            needless.add(changed(RecordCodec.key(record), inner(record)));
        }
        long last = journal.write(records);
        long number = last - records.size();
        for (Needless one : needless) {
            number++;
            if (!one.equals(Needless.NOTHING)) {
                later.addLast(new Later(number, one));
            }
        }
        return last;
    }

    @Override
    public void whenDurable(LongConsumer listener) {
        journal.whenDurable(number -> {
            durable(number);
            listener.accept(number);
        });
    }

    /** Whether the journal has this task, or will, as one that this node owns. */
    public boolean keeps(TaskId task) {
        return needs.containsKey(RecordCodec.key(task));
    }

    private void durable(long number) {
        Later first = later.peekFirst();
        while (first != null && first.number() <= number) {
            later.removeFirst();
            release(first.needless());
            first = later.peekFirst();
        }
    }

    private static JournalRecord inner(JournalRecord record) {
        return record instanceof JournalRecord.Replica replica ? replica.record() : record;
    }

    /** Holds what a record names from now on; gives what it makes needless. */
    private Needless changed(Key key, JournalRecord record) {
        return switch (record) {
            case JournalRecord.Accepted e -> accepted(need(key), e);
            case JournalRecord.Done e -> ended(need(key), e);
            case JournalRecord.Forgotten _ -> {
                Need need = needs.remove(key);
                yield need == null
                        ? Needless.NOTHING
                        : new Needless(need.payload, need.outcome, need.bundle);
            }
            default -> Needless.NOTHING;
        };
    }

    private Need need(Key key) {
        return needs.computeIfAbsent(key, fresh -> new Need());
    }

    /** A checkpoint takes the place of the payload; the code stays the same. */
    private Needless accepted(Need need, JournalRecord.Accepted record) {
        if (need.bundle == null) {
            need.bundle = pinned(record.accepted().kind().bundle());
        }
        Digest before = need.payload;
        if (isOf(record.accepted().payload(), before)) {
            return Needless.NOTHING;
        }
        need.payload = held(record.accepted().payload());
        return new Needless(before, null, null);
    }

    /** An outcome takes the place of the payload, of the code, and of another outcome. */
    private Needless ended(Need need, JournalRecord.Done record) {
        Digest payload = need.payload;
        Digest bundle = need.bundle;
        need.payload = null;
        need.bundle = null;
        Digest before = need.outcome;
        if (isOf(record.outcome().payload(), before)) {
            return new Needless(payload, null, bundle);
        }
        need.outcome = held(record.outcome().payload());
        return new Needless(payload, before, bundle);
    }

    private static boolean isOf(@Nullable Payload payload, @Nullable Digest held) {
        return payload instanceof BlobPayload blob ? blob.digest().equals(held) : held == null;
    }

    private @Nullable Digest held(@Nullable Payload payload) {
        return payload instanceof BlobPayload blob && store.acquire(blob.digest())
                ? blob.digest()
                : null;
    }

    private @Nullable Digest pinned(Digest bundle) {
        if (bundle.isNone()) {
            return null;
        }
        bundles.pin(bundle);
        return bundle;
    }

    private void release(Needless needless) {
        release(needless.payload());
        release(needless.outcome());
        if (needless.bundle() != null) {
            bundles.unpin(needless.bundle());
        }
    }

    private void release(@Nullable Digest blob) {
        if (blob != null) {
            store.release(blob);
        }
    }
}
