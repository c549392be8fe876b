package org.evenkeel.daemon.audit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log of one node. Who notes something never waits: entries queue for a thread that writes
 * them. What finds the queue full, or the disk, is counted, and the log itself says how much is
 * missing as soon as it can.
 */
public final class AuditLog implements Audit, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);
    private static final int MAX_QUEUED = 4096;

    /** Of all entries in the queue. */
    private static final long MAX_QUEUED_CHARACTERS = 4 << 20;

    /** How long after a failure the disk is tried again. */
    private static final long PAUSE_MILLIS = 1000;

    private static final long CLOSE_MILLIS = 5000;
    private static final String WAKE = "";

    private final String node;
    private final InstantSource clock;
    private final RotatingFile file;
    private final BlockingQueue<String> queue = new ArrayBlockingQueue<>(MAX_QUEUED);
    private final AtomicLong queuedCharacters = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();
    private final Thread thread;
    private boolean failing;
    private volatile boolean ending;

    /**
     * Where and how much.
     *
     * @param node whose log it is
     * @param newest the file that is written to
     * @param maxBytes of one file
     * @param files at least 2
     */
    public record Settings(String node, Path newest, long maxBytes, int files) {}

    private AuditLog(Settings settings, InstantSource clock) {
        this.node = settings.node();
        this.clock = clock;
        this.file =
                new RotatingFile(
                        settings.newest(),
                        new RotatingFile.Bounds(settings.maxBytes(), settings.files()));
        this.thread = Thread.ofPlatform().name("evenkeel-audit").daemon().unstarted(this::run);
    }

    /** Begins to write. */
    public static AuditLog start(Settings settings, InstantSource clock) {
        AuditLog log = new AuditLog(settings, clock);
        log.thread.start();
        return log;
    }

    @Override
    public void note(AuditKind what, AuditPrincipal auditPrincipal, Map<String, Object> more) {
        String line;
        try {
            line = entry(what, auditPrincipal, more).line();
        } catch (UncheckedIOException e) {
            LOG.error("audit entry cannot be encoded", e);
            dropped.incrementAndGet();
            return;
        }
        long after = queuedCharacters.addAndGet(line.length());
        if (ending || after > MAX_QUEUED_CHARACTERS || !queue.offer(line)) {
            queuedCharacters.addAndGet(-line.length());
            dropped.incrementAndGet();
        }
    }

    private AuditEntry entry(
            AuditKind what, AuditPrincipal auditPrincipal, Map<String, Object> more) {
        return new AuditEntry(clock.instant(), node, what, auditPrincipal, more);
    }

    private void run() {
        List<String> batch = new ArrayList<>();
        try {
            while (!ending || !queue.isEmpty()) {
                batch.clear();
                String first = queue.take();
                batch.add(first);
                queue.drainTo(batch);
                batch.forEach(line -> queuedCharacters.addAndGet(-line.length()));
                batch.removeIf(WAKE::equals);
                write(batch);
            }
            write(List.of());
        } catch (InterruptedException e) {
            LOG.warn("audit log closed, {} entries not written", queue.size() + dropped.get());
        } finally {
            closeFile();
        }
    }

    private void write(List<String> batch) throws InterruptedException {
        List<String> lines = new ArrayList<>(batch);
        long missing = dropped.getAndSet(0);
        if (missing > 0) {
            lines.add(
                    entry(
                                    AuditKind.DROPPED,
                                    AuditPrincipal.HERE,
                                    Map.of("why", missing + " entries dropped", "count", missing))
                            .line());
        }
        if (lines.isEmpty()) {
            return;
        }
        try {
            file.append(lines);
            if (failing) {
                failing = false;
                LOG.info("audit log is writable again");
            }
        } catch (IOException e) {
            dropped.addAndGet(missing + batch.size());
            if (!failing) {
                failing = true;
                LOG.warn("audit log cannot be written, dropping entries: {}", e.toString());
            }
            if (!ending) {
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
        }
    }

    private void closeFile() {
        try {
            file.close();
        } catch (IOException e) {
            LOG.warn("audit log not closed: {}", e.toString());
        }
    }

    /** Writes what was noted and ends. */
    @Override
    public void close() {
        ending = true;
        queue.offer(WAKE); // a full queue keeps it awake as well
        try {
            thread.join(CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        thread.interrupt();
    }
}
