package org.evenkeel.session;

import org.evenkeel.codec.Encoded;
import org.evenkeel.model.Digest;
import org.evenkeel.wire.proto.Status;
import org.jspecify.annotations.Nullable;

/** A task that ran here and its outcome, on the way to the daemon. */
public final class FinishedTask implements Outgoing {

    final Ticket ticket;
    final Status status;
    final @Nullable Encoded payload;
    final String summary;
    final long runNanos;
    final long tailChild;
    final @Nullable ResultFile file;

    private FinishedTask(
            Ticket ticket,
            Status status,
            @Nullable Encoded payload,
            String summary,
            long runNanos,
            long tailChild,
            @Nullable ResultFile file) {
        this.ticket = ticket;
        this.status = status;
        this.payload = payload;
        this.summary = summary;
        this.runNanos = runNanos;
        this.tailChild = tailChild;
        this.file = file;
    }

    /** A task under the grant it ran under. */
    public record Ticket(long origin, long number, int epoch, int grant) {}

    /** A large result in a file of its own, which the daemon takes over. */
    public record ResultFile(String path, Digest digest, long size) {}

    public static FinishedTask succeeded(Ticket ticket, Encoded result, long runNanos) {
        return new FinishedTask(ticket, Status.SUCCEEDED, result, "", runNanos, 0, null);
    }

    public static FinishedTask succeeded(Ticket ticket, ResultFile file, long runNanos) {
        return new FinishedTask(ticket, Status.SUCCEEDED, null, "", runNanos, 0, file);
    }

    /** Whether a child's result is the task's. */
    public boolean isDelegated() {
        return tailChild != 0;
    }

    /**
     * @param tailChild number of the child whose result is the task's
     */
    public static FinishedTask delegated(Ticket ticket, long tailChild, long runNanos) {
        return new FinishedTask(ticket, Status.SUCCEEDED, null, "", runNanos, tailChild, null);
    }

    /**
     * @param payload the exception, or null
     * @param summary one line for people
     */
    public static FinishedTask failed(
            Ticket ticket,
            Status status,
            @Nullable Encoded payload,
            String summary,
            long runNanos) {
        return new FinishedTask(ticket, status, payload, summary, runNanos, 0, null);
    }

    /** Payload bytes that travel inline. */
    public int payloadBytes() {
        return payload == null ? 0 : payload.size();
    }
}
