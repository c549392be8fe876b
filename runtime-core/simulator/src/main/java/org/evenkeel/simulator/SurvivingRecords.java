package org.evenkeel.simulator;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.kernel.journal.Entry;
import org.evenkeel.kernel.journal.Key;
import org.evenkeel.kernel.journal.LiveKey;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.Payload;
import org.jspecify.annotations.Nullable;

/**
 * Which records a journal must have: all that were forced, and the first few or none of those that
 * were written behind them.
 *
 * <p>The disk has a number for a record, and as many bytes more as the payload has, within reason;
 * the record itself is in a table here, as long as it is live.
 */
final class SurvivingRecords {

    private static final byte TASK = 1;
    private static final byte JOB = 2;
    private static final byte REPLICA = 3;
    private static final byte SESSION = 4;
    private static final int ACCEPTED = 1;
    private static final int GRANTED = 2;
    private static final int DONE = 3;
    private static final int OPENED = 1;
    private static final int COMPLETE = 1;
    private static final int MOST_PAYLOAD_BYTES = 200;

    private record Written(Entry entry, long number) {}

    private final Map<Long, JournalRecord> table = new LinkedHashMap<>();
    private final Map<Key, Map<Integer, Long>> forced = new LinkedHashMap<>();
    private final List<Written> unforced = new ArrayList<>();
    private long lastNumber;

    /** These are being written; returns them as entries. */
    List<Entry> wrote(List<JournalRecord> records) {
        List<Entry> entries = new ArrayList<>(records.size());
        for (JournalRecord record : records) {
            long number = ++lastNumber;
            Entry entry = encode(record, number);
            table.put(number, record);
            unforced.add(new Written(entry, number));
            entries.add(entry);
        }
        return entries;
    }

    /** What was written is forced. */
    void forced() {
        unforced.forEach(this::settle);
        unforced.clear();
    }

    /**
     * How much of what was written and not forced a recovery has found, which from now on counts as
     * forced; null when what it found is nothing that can be.
     */
    @Nullable List<JournalRecord> survived(List<LiveKey> live) {
        Map<Key, Map<Integer, Long>> found = new LinkedHashMap<>();
        for (LiveKey key : live) {
            Map<Integer, Long> ofKey = new LinkedHashMap<>();
            key.entries().forEach(entry -> ofKey.put(entry.kind(), number(entry)));
            found.put(key.key(), ofKey);
        }
        List<JournalRecord> survivors = new ArrayList<>();
        for (Written next : unforced) {
            if (found.equals(forced)) {
                break;
            }
            JournalRecord record = table.get(next.number());
            if (record != null) {
                survivors.add(record);
            }
            settle(next);
        }
        unforced.stream().skip(survivors.size()).forEach(lost -> table.remove(lost.number()));
        unforced.clear();
        return found.equals(forced) ? survivors : null;
    }

    /** The record that an entry stands for. */
    JournalRecord record(Entry entry) {
        JournalRecord record = table.get(number(entry));
        if (record == null) {
            throw new IllegalStateException("not a live record: " + entry);
        }
        return record;
    }

    private void settle(Written written) {
        Entry entry = written.entry();
        if (entry.isEnd()) {
            table.remove(written.number());
            Map<Integer, Long> ended = forced.remove(entry.key());
            if (ended != null) {
                table.keySet().removeAll(ended.values());
            }
            return;
        }
        Long before =
                forced.computeIfAbsent(entry.key(), key -> new LinkedHashMap<>(4))
                        .put(entry.kind(), written.number());
        if (before != null) {
            table.remove(before);
        }
    }

    // ---- Encoding

    private static Entry encode(JournalRecord record, long number) {
        return switch (record) {
            case JournalRecord.JobOpened e ->
                    new Entry(new Key(JOB, e.job().value(), 0), OPENED, body(number, 0));
            case JournalRecord.JobEnded e -> Entry.end(new Key(JOB, e.job().value(), 0));
            case JournalRecord.SessionComplete e ->
                    new Entry(new Key(SESSION, e.session(), 0), COMPLETE, body(number, 0));
            case JournalRecord.SessionForgotten e -> Entry.end(new Key(SESSION, e.session(), 0));
            case JournalRecord.OfTask e ->
                    ofTask(new Key(TASK, e.task().origin(), e.task().number()), e, number);
            case JournalRecord.Replica(var owner, var e, var _) -> {
                long mixed = e.task().number() ^ owner.id().name().hashCode() * 0x9E3779B97F4A7C15L;
                yield ofTask(new Key(REPLICA, e.task().origin(), mixed), e, number);
            }
        };
    }

    private static Entry ofTask(Key key, JournalRecord.OfTask record, long number) {
        return switch (record) {
            case JournalRecord.Accepted e ->
                    new Entry(key, ACCEPTED, body(number, bytes(e.accepted().payload())));
            case JournalRecord.Granted _ -> new Entry(key, GRANTED, body(number, 0));
            case JournalRecord.Done e ->
                    new Entry(key, DONE, body(number, bytes(e.outcome().payload())));
            case JournalRecord.Forgotten _ -> Entry.end(key);
        };
    }

    private static long bytes(@Nullable Payload payload) {
        return payload == null ? 0 : payload.sizeBytes();
    }

    private static byte[] body(long number, long payloadBytes) {
        byte[] body = new byte[Long.BYTES + (int) Math.min(payloadBytes, MOST_PAYLOAD_BYTES)];
        Arrays.fill(body, (byte) number);
        ByteBuffer.wrap(body).putLong(number);
        return body;
    }

    private static long number(Entry entry) {
        return ByteBuffer.wrap(entry.body()).getLong();
    }
}
