package org.evenkeel.daemon.record;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.evenkeel.kernel.trace.RecordedFact;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the facts of a recording to its file, whenever there are some; a disk that fails ends the
 * recording, not the daemon.
 */
final class RecordingWriter {
    private static final Logger LOG = LoggerFactory.getLogger(RecordingWriter.class);

    /** Kept for the lines that say what is missing. */
    private static final int RESERVED_BYTES = 128;

    /** Wakes the thread at the end. */
    private static final RecordedFact WAKE = new RecordedFact.Dropped(0);

    /** Where to write, and how much at most. */
    record Target(Path file, long maxBytes) {}

    private final BlockingQueue<RecordedFact> queue;
    private final AtomicLong dropped;
    private final Target target;
    private long writtenBytes;
    private boolean full;
    private volatile boolean ending;

    /**
     * @param dropped facts that found no place in the queue
     */
    RecordingWriter(BlockingQueue<RecordedFact> queue, AtomicLong dropped, Target target) {
        this.queue = queue;
        this.dropped = dropped;
        this.target = target;
    }

    /** No more facts come. */
    void end() {
        ending = true;
        queue.offer(WAKE); // a full queue keeps it awake as well
    }

    /** Writes until the end. */
    void run(RecordedFact.Node node) {
        try (OutputStream out = RecordingFile.create(target.file())) {
            write(out, RecordedFact.HEADER);
            write(out, node.line());
            out.flush();
            LOG.info("recording to {}", target.file());
            writeAll(out);
        } catch (IOException e) {
            LOG.warn("recording to {} stopped: {}", target.file(), e.toString());
            discard();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void writeAll(OutputStream out) throws IOException, InterruptedException {
        while (true) {
            RecordedFact fact = queue.poll();
            if (fact == null) {
                if (ending || !full) {
                    writeDropped(out);
                }
                out.flush();
                if (ending) {
                    return;
                }
                fact = queue.take();
            }
            if (!fact.equals(WAKE)) {
                write(out, fact);
            }
        }
    }

    private void write(OutputStream out, RecordedFact fact) throws IOException {
        String line = fact.line();
        if (!full && writtenBytes + line.length() * 3L + RESERVED_BYTES > target.maxBytes()) {
            full = true;
            LOG.warn(
                    "recording {} is full: {} bytes written, later facts are only counted",
                    target.file(),
                    writtenBytes);
            // Said at once: a daemon that is killed says no last word.
            write(out, new RecordedFact.Dropped(1).line());
        } else if (full) {
            dropped.incrementAndGet();
        } else {
            write(out, line);
        }
    }

    private void writeDropped(OutputStream out) throws IOException {
        long missing = dropped.getAndSet(0);
        if (missing > 0) {
            write(out, new RecordedFact.Dropped(missing).line());
            LOG.warn("{} facts missing from recording {}", missing, target.file());
        }
    }

    private void write(OutputStream out, String line) throws IOException {
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
        out.write(bytes);
        writtenBytes += bytes.length;
    }

    /** Keeps the queue from filling up for nothing. */
    private void discard() {
        try {
            while (!ending) {
                queue.take();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
