package org.evenkeel.daemon.journal;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.evenkeel.daemon.driver.Journaling;
import org.evenkeel.kernel.journal.Entry;
import org.evenkeel.kernel.journal.Journal;
import org.evenkeel.kernel.journal.JournalDamagedException;
import org.evenkeel.kernel.journal.JournalFailedException;
import org.evenkeel.model.Digest;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.wire.proto.JournalStats;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that writes the journal: takes every record that waits, makes the blobs they refer to
 * durable, writes all as one group, forces it once, and says so on the event loop. Between groups
 * it cleans; when idle it forces the mark that tells damage from a torn end, and looks how much
 * room the disk has.
 *
 * <p>States: {@code RUNNING -> FAILED} ({@code failed} was told, nothing more is said to be
 * durable) and {@code RUNNING -> close: everything handed over is forced -> ENDED}.
 */
public final class JournalThread implements Journaling, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(JournalThread.class);

    /** The last mark is forced when nothing came for so long. */
    private static final long MARK_IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final long LOOK_EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int CLEAN_STEP_BYTES = 1 << 20;

    /** So much of the oldest segment is cleaned for each byte written, at least. */
    private static final int CLEAN_PER_BYTE = 4;

    private static final long CLOSE_MILLIS = 10_000;

    private final Journal journal;
    private final Dependencies dependencies;
    private final RecordCodec codec = new RecordCodec();
    private final RecordQueue queue = new RecordQueue();
    private final JournalStatistics statistics;
    private final AtomicBoolean telling = new AtomicBoolean();
    private final Thread thread;
    private @Nullable LongConsumer listener;
    private long written;
    private long committed;
    private volatile long durable;
    private long lookedAt;
    private long lastGroupBytes;

    /**
     * What the writer works with.
     *
     * @param loop where listeners are called
     * @param failed hears once, on the journal's thread, that nothing will be durable any more;
     *     ends the process without performing anything that waits for the disk
     */
    public record Dependencies(
            BlobFiles blobs, LowDisk lowDisk, Executor loop, Consumer<Exception> failed) {}

    public JournalThread(Journal journal, Dependencies dependencies) {
        this.journal = journal;
        this.dependencies = dependencies;
        this.statistics = new JournalStatistics(journal.figures());
        this.thread =
                Thread.ofPlatform().name("evenkeel-journal").daemon().unstarted(this::runGuarded);
    }

    /** Begins; before it, records only wait. */
    public void start() {
        thread.start();
    }

    @Override
    public long write(List<JournalRecord> records) {
        if (records.isEmpty()) {
            throw new IllegalArgumentException("no records");
        }
        if (!queue.put(records)) {
            throw new IllegalStateException("the journal is closed");
        }
        written += records.size();
        return written;
    }

    @Override
    public void whenDurable(LongConsumer hears) {
        listener = hears;
    }

    /** For the answer to "stats". */
    public JournalStats statistics() {
        return statistics.answer();
    }

    // ---- The thread

    private void runGuarded() {
        try {
            run();
        } catch (JournalFailedException | JournalDamagedException e) {
            fail(e);
        } catch (Throwable e) { // whatever it is: nothing more would become durable
            fail(new JournalFailedException("the journal's thread died", e));
        } finally {
            closeJournal();
        }
    }

    private void fail(Exception failure) {
        queue.end();
        LOG.error("journal failed", failure);
        dependencies.failed().accept(failure);
    }

    private void closeJournal() {
        try {
            journal.close();
        } catch (IOException e) {
            LOG.warn("journal not closed: {}", e.toString());
        }
    }

    private void run()
            throws JournalFailedException, JournalDamagedException, InterruptedException {
        while (!queue.isDrained()) {
            List<JournalRecord> records = queue.take(patienceNanos());
            statistics.now(journal.figures(), records.size());
            if (!records.isEmpty()) {
                commit(records);
            } else if (journal.needsCleaning()) {
                journal.clean(CLEAN_STEP_BYTES);
                journal.force();
            } else {
                journal.forceMark();
            }
            look();
        }
        journal.forceMark();
    }

    private long patienceNanos() {
        if (journal.needsCleaning()) {
            return 0;
        }
        return journal.isMarkOwed() ? MARK_IDLE_NANOS : LOOK_EVERY_NANOS;
    }

    private void look() {
        long now = System.nanoTime();
        if (lookedAt == 0 || now - lookedAt >= LOOK_EVERY_NANOS) {
            lookedAt = now;
            dependencies.lowDisk().look();
            if (!dependencies.lowDisk().isLow()) {
                journal.replenish();
            }
        }
    }

    private void commit(List<JournalRecord> records)
            throws JournalFailedException, JournalDamagedException {
        long begun = System.nanoTime();
        makeBlobsDurable(records);
        if (journal.needsCleaning()) {
            long most = Math.max(CLEAN_STEP_BYTES, CLEAN_PER_BYTE * lastGroupBytes);
            journal.clean((int) Math.min(most, Integer.MAX_VALUE));
        }
        lastGroupBytes = 0;
        int inGroup = 0;
        for (JournalRecord record : records) {
            Entry entry = codec.encode(record);
            if (!journal.hasRoom(entry.body().length)) {
                force(inGroup, begun);
                inGroup = 0;
                begun = System.nanoTime();
            }
            journal.append(entry);
            inGroup++;
        }
        force(inGroup, begun);
    }

    private void force(int records, long begun) throws JournalFailedException {
        long bytes = journal.groupBytes();
        journal.force();
        lastGroupBytes += bytes;
        statistics.committed(records, bytes, System.nanoTime() - begun);
        committed += records;
        durable = committed;
        notifyWaiting();
    }

    /** One call on the event loop serves all groups that were forced before it runs. */
    private void notifyWaiting() {
        if (!telling.compareAndSet(false, true)) {
            return;
        }
        try {
            dependencies
                    .loop()
                    .execute(() -> {
                        telling.set(false);
                        LongConsumer hears = listener;
                        if (hears != null) {
                            hears.accept(durable);
                        }
                    });
        } catch (RejectedExecutionException e) {
            LOG.debug("the event loop is closed");
        }
    }

    private void makeBlobsDurable(List<JournalRecord> records) throws JournalFailedException {
        Set<Digest> blobs = new LinkedHashSet<>();
        Set<Digest> bundles = new LinkedHashSet<>();
        for (JournalRecord record : records) {
            RecordBlobs.collect(record, blobs, bundles);
        }
        if (blobs.isEmpty() && bundles.isEmpty()) {
            return;
        }
        try {
            dependencies.blobs().makeDurable(blobs, bundles);
        } catch (IOException e) {
            throw new JournalFailedException("cannot make blobs durable", e);
        }
    }

    /** Makes durable what was handed over, and ends. */
    @Override
    public void close() {
        queue.end();
        if (thread.getState() == Thread.State.NEW) {
            closeJournal();
            return;
        }
        try {
            thread.join(CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
