package org.evenkeel.client.session;

import org.evenkeel.client.codec.Encoded;
import org.evenkeel.model.Digest;
import org.evenkeel.wire.proto.Granted;
import org.evenkeel.wire.proto.Status;
import org.jspecify.annotations.Nullable;

/** A task that ran here and its outcome, on the way to the daemon. */
public final class FinishedTask implements Outgoing {

    final Ticket ticket;
    final Status status;
    final long runNanos;
    private @Nullable Encoded payload;
    private String summary = "";
    private long tailChild;
    private boolean resultLost;
    private boolean isFinal;
    private @Nullable ResultFile file;

    private FinishedTask(Ticket ticket, Status status, long runNanos) {
        this.ticket = ticket;
        this.status = status;
        this.runNanos = runNanos;
    }

    private FinishedTask with(Encoded inline) {
        payload = inline;
        return this;
    }

    private FinishedTask with(ResultFile large) {
        file = large;
        return this;
    }

    @Nullable Encoded payload() {
        return payload;
    }

    String summary() {
        return summary;
    }

    long tailChild() {
        return tailChild;
    }

    @Nullable ResultFile file() {
        return file;
    }

    /** A task under the grant it ran under. */
    public record Ticket(long origin, long number, int epoch, int grant) {

        /** As the daemon names it. */
        public static Ticket of(Granted task) {
            return new Ticket(task.getOrigin(), task.getNumber(), task.getEpoch(), task.getGrant());
        }
    }

    /** A large result in a file of its own, which the daemon takes over. */
    public record ResultFile(String path, Digest digest, long size) {}

    /**
     * How a task failed.
     *
     * @param payload the exception, or null
     * @param summary one human-readable line
     * @param isFinal whether it is not to be run again, whatever retries it has
     */
    public record Failure(
            Status status, @Nullable Encoded payload, String summary, boolean isFinal) {

        /** One after which the task may be run again. */
        public Failure(Status status, @Nullable Encoded payload, String summary) {
            this(status, payload, summary, false);
        }
    }

    public static FinishedTask succeeded(Ticket ticket, Encoded result, long runNanos) {
        return new FinishedTask(ticket, Status.SUCCEEDED, runNanos).with(result);
    }

    public static FinishedTask succeeded(Ticket ticket, ResultFile result, long runNanos) {
        return new FinishedTask(ticket, Status.SUCCEEDED, runNanos).with(result);
    }

    /** It was suspended, and resumes from this wherever its owner has it resume. */
    public static FinishedTask suspended(Ticket ticket, Encoded checkpoint, long runNanos) {
        return new FinishedTask(ticket, Status.PUT_AWAY, runNanos).with(checkpoint);
    }

    /** The same of a large checkpoint. */
    public static FinishedTask suspended(Ticket ticket, ResultFile checkpoint, long runNanos) {
        return new FinishedTask(ticket, Status.PUT_AWAY, runNanos).with(checkpoint);
    }

    /** It runs on, and resumes from this if what runs is lost. */
    public static FinishedTask checkpoint(Ticket ticket, Encoded checkpoint, long runNanos) {
        return new FinishedTask(ticket, Status.CHECKPOINT, runNanos).with(checkpoint);
    }

    /** The same of a large checkpoint. */
    public static FinishedTask checkpoint(Ticket ticket, ResultFile checkpoint, long runNanos) {
        return new FinishedTask(ticket, Status.CHECKPOINT, runNanos).with(checkpoint);
    }

    /**
     * @param tailChild number of the child whose result is the task's
     */
    public static FinishedTask delegated(Ticket ticket, long tailChild, long runNanos) {
        FinishedTask task = new FinishedTask(ticket, Status.SUCCEEDED, runNanos);
        task.tailChild = tailChild;
        return task;
    }

    public static FinishedTask failed(Ticket ticket, Failure failure, long runNanos) {
        FinishedTask task = new FinishedTask(ticket, failure.status(), runNanos);
        task.payload = failure.payload();
        task.summary = failure.summary();
        task.isFinal = failure.isFinal();
        return task;
    }

    /** It ran, but its result could not be stored. */
    public static FinishedTask resultLost(Ticket ticket, String why, long runNanos) {
        FinishedTask task = new FinishedTask(ticket, Status.FAILED, runNanos);
        task.resultLost = true;
        task.summary = why;
        return task;
    }

    /** Whether the task failed and is not to be run again. */
    boolean isFinal() {
        return isFinal;
    }

    boolean isResultLost() {
        return resultLost;
    }

    /** Whether a child's result is the task's. */
    public boolean isDelegated() {
        return tailChild != 0;
    }

    /** Payload bytes that travel inline. */
    public int payloadBytes() {
        return payload == null ? 0 : payload.size();
    }
}
