package org.evenkeel.worker;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.evenkeel.api.RemoteException;
import org.evenkeel.client.codec.Encoded;
import org.evenkeel.client.codec.Noted;
import org.evenkeel.client.session.Blobs;
import org.evenkeel.client.session.FinishedTask;
import org.evenkeel.client.session.FinishedTask.ResultFile;
import org.evenkeel.client.session.FinishedTask.Ticket;
import org.evenkeel.client.session.LinkWriter;
import org.evenkeel.client.session.OpenSubmissions;
import org.evenkeel.client.session.Outgoing;
import org.evenkeel.continuations.graph.Pieces;
import org.evenkeel.model.Digest;
import org.evenkeel.model.FailureCause;
import org.evenkeel.wire.proto.Status;
import org.jspecify.annotations.Nullable;

/**
 * Outcomes on their way out.
 *
 * <p>Results of tiny tasks leave together: one waits while more tasks are waiting here, for at most
 * {@value #BATCH_NANOS} ns or {@value #BATCH_BYTES} bytes, and not at all when the next task is of
 * a kind that usually runs longer than that.
 */
final class Results {

    /** Longest wait of a result for others, nanoseconds. */
    static final long BATCH_NANOS = 30_000;

    private static final int BATCH_BYTES = 64 << 10;

    /** Of what is this large the SHA-256 is computed while it is written. */
    private static final int LARGE_BYTES = 4 << 20;

    private static final int WRITE_BYTES = 1 << 20;

    /** Pauses before a result that could not be stored is stored again, milliseconds. */
    private static final int[] STORE_PAUSES = {50, 100, 200, 400, 800, 1600, 1600};

    private final LinkWriter linkWriter;
    private final OpenSubmissions openSubmissions;
    private final Path directory;
    private final int inlineBytes;
    private final WorkerClock clock;
    private final AtomicLong files = new AtomicLong();
    private int waitingBytes;

    Results(
            LinkWriter linkWriter,
            OpenSubmissions openSubmissions,
            Path directory,
            int inlineBytes,
            WorkerClock clock) {
        this.linkWriter = linkWriter;
        this.openSubmissions = openSubmissions;
        this.directory = directory;
        this.inlineBytes = inlineBytes;
        this.clock = clock;
    }

    Encoded encode(@Nullable Object value) {
        return openSubmissions.codec().encode(value);
    }

    /**
     * A result as it travels: inline, or in a file when it is large.
     *
     * @param note of the run's observer, which does not travel with a large one; empty for none
     */
    FinishedTask success(Ticket ticket, Encoded value, byte[] note, long runNanos) {
        Encoded result = Noted.within(inlineBytes, note, value);
        if (result.size() <= inlineBytes) {
            return FinishedTask.succeeded(ticket, result, runNanos);
        }
        try {
            return FinishedTask.succeeded(ticket, store(result), runNanos);
        } catch (IOException e) {
            return FinishedTask.resultLost(
                    ticket, "its result could not be stored: " + e, runNanos);
        }
    }

    /**
     * A checkpoint as it travels: inline, or in a file when it is large.
     *
     * @throws IOException if it could not be stored
     */
    FinishedTask suspended(Ticket ticket, CheckpointPayload checkpoint, long runNanos)
            throws IOException {
        Pieces large = large(checkpoint);
        return large == null
                ? FinishedTask.suspended(ticket, inline(checkpoint), runNanos)
                : FinishedTask.suspended(
                        ticket, stored(() -> toFile(ticket, large), clock), runNanos);
    }

    /**
     * The same of a task that runs on, which does not wait for a disk that is full.
     *
     * @throws IOException if it could not be stored
     */
    FinishedTask checkpoint(Ticket ticket, CheckpointPayload checkpoint, long runNanos)
            throws IOException {
        Pieces large = large(checkpoint);
        return large == null
                ? FinishedTask.checkpoint(ticket, inline(checkpoint), runNanos)
                : FinishedTask.checkpoint(ticket, toFile(ticket, large), runNanos);
    }

    private @Nullable Pieces large(CheckpointPayload checkpoint) {
        Pieces pieces = checkpoint.unsummedPieces();
        return pieces.size() > inlineBytes ? pieces : null;
    }

    private static Encoded inline(CheckpointPayload checkpoint) {
        byte[] bytes = checkpoint.pieces().toBytes();
        byte[] content = Arrays.copyOfRange(bytes, 1, bytes.length);
        return new Encoded(bytes[0], content, content.length);
    }

    private ResultFile toFile(Ticket ticket, Pieces checkpoint) throws IOException {
        Files.createDirectories(directory);
        return CheckpointFiles.write(
                checkpoint,
                directory.resolve("checkpoint-" + files.incrementAndGet()),
                new CheckpointGrowthReporter(
                        ticket,
                        checkpoint.numbers(),
                        frame -> linkWriter.sendNow(new Outgoing.Control(frame))));
    }

    ResultFile store(Encoded result) throws IOException {
        return stored(() -> toFile(result), clock);
    }

    /** Something that is put on disk. */
    interface Storing {
        ResultFile store() throws IOException;
    }

    /** Tries again for some seconds: disks fill up and are emptied, and the task has run. */
    static ResultFile stored(Storing result, WorkerClock clock) throws IOException {
        for (int pause : STORE_PAUSES) {
            try {
                return result.store();
            } catch (IOException e) {
                try {
                    clock.sleep(TimeUnit.MILLISECONDS.toNanos(pause));
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                    throw e;
                }
            }
        }
        return result.store();
    }

    private ResultFile toFile(Encoded result) throws IOException {
        Files.createDirectories(directory);
        Path file = directory.resolve("result-" + files.incrementAndGet());
        CompletableFuture<Digest> digest =
                result.size() < LARGE_BYTES
                        ? CompletableFuture.completedFuture(Blobs.digestOf(result))
                        : CompletableFuture.supplyAsync(
                                () -> Blobs.digestOf(result),
                                Thread.ofPlatform().daemon().name("evenkeel-digest")::start);
        try (OutputStream out = Files.newOutputStream(file)) {
            out.write(result.tag());
            write(result, out);
        } catch (IOException e) {
            Files.deleteIfExists(file);
            throw e;
        }
        return new ResultFile(file.toString(), digest.join(), result.size());
    }

    /** A stream copies what it is to write at once out of the heap first. */
    private static void write(Encoded result, OutputStream out) throws IOException {
        for (int at = 0; at < result.length(); at += WRITE_BYTES) {
            out.write(result.bytes(), at, Math.min(WRITE_BYTES, result.length() - at));
        }
    }

    /** The failure of a task that may be run again; see the other one. */
    FinishedTask failure(
            Ticket ticket, Status status, Throwable thrown, byte[] note, long runNanos) {
        return failure(ticket, status, thrown, note, runNanos, false);
    }

    /**
     * An exception as it travels; one too large for a frame is told by its summary alone.
     *
     * @param isFinal whether the task is not to be run again, whatever retries it has
     */
    FinishedTask failure(
            Ticket ticket,
            Status status,
            Throwable thrown,
            byte[] note,
            long runNanos,
            boolean isFinal) {
        Encoded encoded =
                Noted.within(inlineBytes, note, openSubmissions.codec().encodeThrowable(thrown));
        return FinishedTask.failed(
                ticket,
                new FinishedTask.Failure(
                        status,
                        encoded.size() <= inlineBytes ? encoded : null,
                        summary(thrown),
                        isFinal),
                runNanos);
    }

    /** One line with the exception's class and message, and the place in the program's own code. */
    static String summary(Throwable thrown) {
        String name =
                thrown instanceof RemoteException remote
                        ? remote.typeName()
                        : thrown.getClass().getName();
        String text;
        try {
            text = String.valueOf(thrown.toString());
        } catch (RuntimeException e) {
            text = name;
        }
        try {
            return FailureCause.summary(name, text, thrown.getStackTrace());
        } catch (RuntimeException e) { // its class says what its stack is
            return FailureCause.summary(name, text);
        }
    }

    /**
     * Sends an outcome, perhaps with others.
     *
     * @param more whether the holder of the run permit continues with another task that is likely
     *     to be short
     */
    void send(FinishedTask finished, boolean more) {
        linkWriter.sendQuietly(finished);
        waitingBytes += finished.payloadBytes();
        if (!more || waitingBytes >= BATCH_BYTES) {
            flush();
        } else {
            linkWriter.flushIfOlder(BATCH_NANOS);
        }
    }

    void flush() {
        waitingBytes = 0;
        linkWriter.flush();
    }
}
