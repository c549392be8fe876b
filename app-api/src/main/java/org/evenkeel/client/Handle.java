package org.evenkeel.client;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.evenkeel.api.DeadlineExceededException;
import org.evenkeel.api.EvenkeelException;
import org.evenkeel.api.PublishedValue;
import org.evenkeel.api.TaskCancelledException;
import org.evenkeel.api.TaskFailedException;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskRejectedException;
import org.evenkeel.api.TaskTimedOutException;
import org.evenkeel.api.observe.TaskObserver;
import org.evenkeel.client.codec.Encoded;
import org.evenkeel.client.files.FileReply;
import org.evenkeel.client.files.PublicationPart;
import org.evenkeel.client.session.CompletionThread;
import org.evenkeel.client.session.FinishedTask;
import org.evenkeel.client.session.Kind;
import org.evenkeel.client.session.OpenSubmissions;
import org.evenkeel.client.session.OpenTask;
import org.evenkeel.model.Grant;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Printable;
import org.evenkeel.wire.proto.Status;
import org.jspecify.annotations.Nullable;

/** An open task as its submitter sees it: waits, and decodes the result for the first who asks. */
public final class Handle<R extends @Nullable Object> extends OpenTask implements TaskHandle<R> {

    private record Decoded(@Nullable Object value, @Nullable EvenkeelException failure) {}

    /**
     * What a checkpoint of its parent keeps of a child, so that {@link #endAs} or a submission
     * makes it again elsewhere.
     */
    public sealed interface ChildState {

        /** It has not ended. */
        record Open(Encoded payload) implements ChildState {}

        /** It has ended; no thread has looked at the outcome. */
        record Ended(Ending ending) implements ChildState {}

        /** It has ended, and this is the outcome. */
        record Known(@Nullable Object value, @Nullable EvenkeelException failure, String node)
                implements ChildState {}

        /** It cannot be made again elsewhere. */
        record Bound(String why) implements ChildState {}
    }

    private volatile @Nullable Decoded decoded;

    /** Whether a callback is to be called when it ends. */
    private volatile boolean calling;

    /** What it has published, or who listens; made when there is one of both. Guarded by this. */
    private @Nullable PublishedValues published;

    /**
     * @param parent the task that spawned it; null when a program submits
     */
    public Handle(
            OpenSubmissions openSubmissions,
            Kind kind,
            FinishedTask.@Nullable Ticket parent,
            long weight) {
        super(openSubmissions, kind, parent, weight);
    }

    // ---- Waiting

    @Override
    public R get() throws InterruptedException {
        if (!isDone()) {
            openSubmissions().await(List.of(this), false, Long.MAX_VALUE);
        }
        return value();
    }

    @Override
    public R get(Duration longest) throws InterruptedException, TimeoutException {
        if (!isDone() && !openSubmissions().await(List.of(this), false, nanosOf(longest))) {
            throw new TimeoutException("task " + id() + " has not ended after " + longest);
        }
        return value();
    }

    static long nanosOf(Duration duration) {
        return duration.compareTo(Duration.ofDays(36500)) > 0
                ? Long.MAX_VALUE
                : Math.max(0, duration.toNanos());
    }

    @Override
    public R join() {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return get();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    // ---- The result

    @SuppressWarnings("NullAway") // null when the task yields null
    private R value() {
        Decoded have = decode();
        if (have.failure != null) {
            throw have.failure;
        }
        @SuppressWarnings("unchecked")
        R value = (R) have.value;
        return value;
    }

    private Decoded decode() {
        Decoded have = decoded;
        if (have != null) {
            return have;
        }
        synchronized (this) {
            have = decoded;
            if (have == null) {
                have = decodeOnce();
                decoded = have;
                dropResultBytes();
            }
            return have;
        }
    }

    private Decoded decodeOnce() {
        EvenkeelException local = localFailure();
        if (local != null) {
            if (local instanceof TaskRejectedException) {
                openSubmissions().rejectionSeen();
            }
            return new Decoded(null, local);
        }
        if (status() != Status.SUCCEEDED) {
            return new Decoded(null, failure());
        }
        if (resultLength() == 0) {
            return new Decoded(null, null);
        }
        try {
            return new Decoded(
                    openSubmissions()
                            .codec()
                            .decode(resultBytes(), resultOffset(), resultLength(), null),
                    null);
        } catch (EvenkeelException e) {
            return new Decoded(null, e);
        }
    }

    private EvenkeelException failure() {
        @Nullable Throwable cause =
                resultLength() == 0
                        ? null
                        : openSubmissions()
                                .codec()
                                .decodeThrowable(resultBytes(), resultOffset(), resultLength());
        String said = Printable.of(summary());
        String what = cause != null ? cause.toString() : said;
        String on = node().isEmpty() ? "" : " on node " + node();
        String task = "task " + id() + " (" + kind().name() + ")";
        return switch (status()) {
            case CANCELLED ->
                    new TaskCancelledException(
                            task + " was cancelled" + (said.isEmpty() ? "" : ": " + said));
            case TIMED_OUT ->
                    Outcome.isDeadline(said)
                            ? new DeadlineExceededException(task + ": " + said, id(), node(), null)
                            : new TaskTimedOutException(
                                    "%s exceeded its time limit%s%s"
                                            .formatted(task, on, what.isEmpty() ? "" : ": " + what),
                                    id(),
                                    node(),
                                    cause);
            default ->
                    new TaskFailedException(
                            task + " failed" + on + ": " + what, id(), node(), cause);
        };
    }

    /** Whether it was cancelled, or has ended for another reason that lies on this side. */
    boolean wasGivenUp() {
        return localFailure() != null || status() == Status.CANCELLED;
    }

    /** Its end, for an observer. */
    TaskObserver.End observedEnd() {
        EvenkeelException local = localFailure();
        return new TaskObserver.End(
                id(),
                succeeded(),
                node(),
                local == null ? summary() : String.valueOf(local.getMessage()),
                note());
    }

    /** Whether it has ended with a result; does not decode. */
    boolean succeeded() {
        return isDone() && localFailure() == null && status() == Status.SUCCEEDED;
    }

    /** Why it ended without a result; null when it has one. For tasks that have ended. */
    @Nullable EvenkeelException thrown() {
        return succeeded() ? null : decode().failure;
    }

    /** What its worker says of its failure; empty when no worker does. */
    String failureSummary() {
        return summary();
    }

    private byte[] outcomeBytes() {
        byte[] all = new byte[resultLength()];
        System.arraycopy(resultBytes(), resultOffset(), all, 0, all.length);
        return all;
    }

    // ---- What it publishes

    @Override
    public void onPublished(Consumer<? super PublishedValue> listener) {
        published().listen(listener);
    }

    /** Takes a value, or a part of one, from the copy of the task that has this grant. */
    public FileReply take(Grant grant, PublicationPart part) {
        return published().take(grant, part);
    }

    private synchronized PublishedValues published() {
        PublishedValues known = published;
        if (known == null) {
            known = new PublishedValues(id(), openSubmissions().codec());
            published = known;
        }
        return known;
    }

    // ---- In a checkpoint of its parent

    /** What there is of it now; it may end while this is asked. */
    public ChildState kept() {
        Encoded open = openPayload();
        if (open != null) {
            return calling
                    ? new ChildState.Bound("a callback is pending for when " + this + " ends")
                    : new ChildState.Open(open);
        }
        if (!isDone()) {
            return new ChildState.Bound(this + " is about to end");
        }
        synchronized (this) {
            Decoded have = localFailure() == null ? decoded : decode();
            if (have != null) {
                return new ChildState.Known(have.value, have.failure, node());
            }
            byte[] outcome = outcomeBytes();
            return new ChildState.Ended(
                    new Ending(status(), outcome, 0, outcome.length, summary(), node()));
        }
    }

    /** Ends it with an outcome that a thread has seen already. */
    public void endAs(@Nullable Object value, @Nullable EvenkeelException failure, String on) {
        decoded = new Decoded(value, failure);
        Status how = failure == null ? Status.SUCCEEDED : Status.FAILED;
        end(new Ending(how, new byte[0], 0, 0, "", on));
    }

    // ---- The rest of a handle

    @Override
    public boolean isCancelled() {
        return isDone() && decode().failure instanceof TaskCancelledException;
    }

    @Override
    public boolean cancel() {
        boolean ended = endAsCancelled();
        openSubmissions().cancel(List.of(this), "cancelled");
        return ended;
    }

    boolean endAsCancelled() {
        return endLocally(
                new TaskCancelledException(
                        "task " + id() + " (" + kind().name() + ") was cancelled"));
    }

    @Override
    public String name() {
        return kind().name();
    }

    @Override
    public String where() {
        return isDone() ? node() : "";
    }

    @Override
    public void onDone(BiConsumer<? super @Nullable R, ? super @Nullable Throwable> callback) {
        calling = true;
        whenEnded(task -> {
            Decoded have = decode();
            @SuppressWarnings("unchecked")
            R value = (R) have.value;
            callback.accept(value, have.failure);
        });
    }

    @Override
    public CompletableFuture<R> toCompletableFuture() {
        CompletableFuture<R> future = new CompletableFuture<>();
        calling = true;
        whenEnded(task -> CompletionThread.run(() -> complete(future)));
        return future;
    }

    private void complete(CompletableFuture<R> future) {
        try {
            Decoded have = decode();
            if (have.failure != null) {
                future.completeExceptionally(have.failure);
            } else {
                @SuppressWarnings("unchecked")
                R value = (R) have.value;
                future.complete(value);
            }
        } catch (RuntimeException | Error e) {
            future.completeExceptionally(e);
        }
    }

    @Override
    public String toString() {
        return "task " + id() + " (" + kind().name() + ")" + (isDone() ? ", ended" : "");
    }
}
