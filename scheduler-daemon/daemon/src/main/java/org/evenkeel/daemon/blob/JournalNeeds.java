package org.evenkeel.daemon.blob;

import java.util.ArrayDeque;
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
import org.evenkeel.model.TaskKind;
import org.evenkeel.wire.BlobPayload;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the blobs that the journal refers to: from the record that names them until the one that
 * makes them needless is durable. Of an open task that is the payload and the code, of an ended one
 * the outcome. Belongs to the event loop.
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

        /** Payloads that a checkpoint has replaced in a record that is being written. */
        final Deque<Digest> replaced = new ArrayDeque<>(0);
    }

    /** Something to release when the record of this number is durable. */
    private record Later(long number, Runnable release) {}

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
            need.payload = held(one.payload());
            need.bundle = pinned(one.bundle());
        }
    }

    @Override
    public long write(List<JournalRecord> records) {
        for (JournalRecord record : records) {
            hold(RecordCodec.key(record), inner(record));
        }
        long last = journal.write(records);
        long number = last - records.size();
        for (JournalRecord record : records) {
            number++;
            releaseLater(number, RecordCodec.key(record), inner(record));
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
            first.release().run();
            first = later.peekFirst();
        }
    }

    private static JournalRecord inner(JournalRecord record) {
        return record instanceof JournalRecord.Replica replica ? replica.record() : record;
    }

    private void hold(Key key, JournalRecord record) {
        switch (record) {
            case JournalRecord.Accepted e -> {
                Need need = needs.computeIfAbsent(key, fresh -> new Need());
                if (need.payload == null && need.bundle == null) {
                    need.payload = held(e.accepted().payload());
                    TaskKind kind = e.accepted().kind();
                    need.bundle = pinned(kind.bundle());
                } else if (!isOf(e.accepted().payload(), need.payload)) {
                    if (need.payload != null) {
                        need.replaced.addLast(need.payload);
                    }
                    need.payload = held(e.accepted().payload());
                }
            }
            case JournalRecord.Done e -> {
                Need need = needs.computeIfAbsent(key, fresh -> new Need());
                if (need.outcome == null) {
                    need.outcome = held(e.outcome().payload());
                }
            }
            default -> {}
        }
    }

    private static boolean isOf(Payload payload, @Nullable Digest held) {
        return payload instanceof BlobPayload blob ? blob.digest().equals(held) : held == null;
    }

    private void releaseLater(long number, Key key, JournalRecord record) {
        switch (record) {
            case JournalRecord.Accepted _ -> {
                Need need = needs.get(key);
                while (need != null && !need.replaced.isEmpty()) {
                    Digest payload = need.replaced.removeFirst();
                    later.addLast(new Later(number, () -> release(payload, null)));
                }
            }
            case JournalRecord.Done _ -> {
                Need need = needs.get(key);
                if (need != null && (need.payload != null || need.bundle != null)) {
                    Digest payload = need.payload;
                    Digest bundle = need.bundle;
                    need.payload = null;
                    need.bundle = null;
                    later.addLast(new Later(number, () -> release(payload, bundle)));
                }
            }
            case JournalRecord.Forgotten _ -> {
                Need need = needs.remove(key);
                if (need != null) {
                    later.addLast(
                            new Later(
                                    number,
                                    () -> {
                                        release(need.payload, need.bundle);
                                        release(need.outcome, null);
                                    }));
                }
            }
            default -> {}
        }
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

    private void release(@Nullable Digest blob, @Nullable Digest bundle) {
        if (blob != null) {
            store.release(blob);
        }
        if (bundle != null) {
            bundles.unpin(bundle);
        }
    }
}
