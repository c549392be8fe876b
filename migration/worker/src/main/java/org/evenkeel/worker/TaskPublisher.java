package org.evenkeel.worker;

import org.evenkeel.client.PublishedValues;
import org.evenkeel.client.codec.PayloadCodec;
import org.evenkeel.client.session.FinishedTask.Ticket;
import org.evenkeel.continuations.envelope.Envelope.Published;
import org.evenkeel.model.Grant;
import org.jspecify.annotations.Nullable;

/**
 * The values that one task publishes, as far as it runs here. They are counted from the task's
 * beginning. The count is part of each checkpoint, so a value that is published again after a crash
 * has the number that it had, and its program takes it once. For any thread of the task.
 */
final class TaskPublisher {

    private final Ticket task;
    private final PayloadCodec codec;
    private final PublicationSender sender;

    // Guarded by this.
    private Grant attempt;
    private long count;

    TaskPublisher(Ticket task, PayloadCodec codec, PublicationSender sender) {
        this.task = task;
        this.codec = codec;
        this.sender = sender;
        this.attempt = new Grant(task.epoch(), task.grant());
    }

    /** Sends a value soon. */
    void publish(@Nullable Object value) {
        byte[] bytes = PublishedValues.encode(codec, value);
        synchronized (this) {
            sender.add(new PublicationSender.Entry(task, attempt, count + 1, bytes));
            count++;
        }
    }

    /** The task runs here no more: waits some seconds for its values to be sent. */
    void close() {
        sender.flush(task);
        sender.forget(task);
    }

    /** How far it is, for a checkpoint. */
    synchronized Published published() {
        return new Published(attempt.epoch(), attempt.number(), count);
    }

    /** The task resumes from a checkpoint. */
    synchronized void resumeAt(Published published) {
        attempt = new Grant(published.epoch(), published.grant());
        count = published.count();
    }
}
