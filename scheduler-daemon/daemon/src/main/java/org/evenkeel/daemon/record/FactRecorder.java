package org.evenkeel.daemon.record;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.evenkeel.daemon.driver.EventObserver;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.trace.RecordedFact;
import org.evenkeel.model.Payload;
import org.evenkeel.model.Task;
import org.evenkeel.model.protocol.Finish;
import org.evenkeel.model.protocol.Submission;
import org.jspecify.annotations.Nullable;

/**
 * Watches a daemon's events and writes down which tasks were submitted here and which executions
 * ended here, for {@code evenkeel lab simulate --replay}.
 *
 * <p>Watching happens on the event loop and never waits; writing happens on a thread of its own.
 * What that one cannot keep up with, or what does not fit the file, is counted and said.
 */
public final class FactRecorder implements EventObserver, AutoCloseable {

    /** Facts that wait to be written, at most. */
    static final int QUEUE_FACTS = 1 << 16;

    private static final long CLOSE_MILLIS = TimeUnit.SECONDS.toMillis(5);

    private final BlockingQueue<RecordedFact> queue = new ArrayBlockingQueue<>(QUEUE_FACTS);
    private final AtomicLong dropped = new AtomicLong();
    private final LongSupplier epochNanos;
    private final RecordingWriter writer;
    private final Thread thread;

    /** A recorder that has begun; an existing file is kept beside under the ending .old. */
    public static FactRecorder start(RecordedFact.Node node, Path file, long maxBytes) {
        return new FactRecorder(node, file, maxBytes, FactRecorder::now);
    }

    FactRecorder(RecordedFact.Node node, Path file, long maxBytes, LongSupplier epochNanos) {
        this.epochNanos = epochNanos;
        this.writer =
                new RecordingWriter(queue, dropped, new RecordingWriter.Target(file, maxBytes));
        this.thread =
                Thread.ofPlatform()
                        .name("evenkeel-record")
                        .daemon()
                        .unstarted(() -> writer.run(node));
        thread.start();
    }

    private static long now() {
        Instant now = Instant.now();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }

    @Override
    public void handled(long atNanos, Event event, List<Effect> effects) {
        if (event instanceof Event.TasksSubmitted submitted) {
            long at = epochNanos.getAsLong();
            for (Submission submission : submitted.submissions()) {
                if (submission.epoch() == 1) {
                    put(submitted(at, submission.task()));
                }
            }
        } else if (event instanceof Event.TasksFinished finished) {
            long at = epochNanos.getAsLong();
            for (Finish finish : finished.finishes()) {
                if (!finish.outcome().isCheckpoint()) {
                    put(done(at, finish));
                }
            }
        }
    }

    private static RecordedFact submitted(long at, Task task) {
        return new RecordedFact.Submitted(
                at,
                task.id(),
                task.parent(),
                task.kind().name(),
                task.weight(),
                task.payload().sizeBytes());
    }

    private static RecordedFact done(long at, Finish finish) {
        @Nullable Payload result = finish.outcome().payload();
        return new RecordedFact.Done(
                at,
                finish.task(),
                Math.max(0, finish.runNanos()),
                finish.outcome().status().name(),
                result == null ? 0 : result.sizeBytes());
    }

    private void put(RecordedFact fact) {
        if (!queue.offer(fact)) {
            dropped.incrementAndGet();
        }
    }

    /** Writes what waits, as far as it takes no more than a few seconds. */
    @Override
    public void close() {
        writer.end();
        try {
            thread.join(CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
