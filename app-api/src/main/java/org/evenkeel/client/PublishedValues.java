package org.evenkeel.client;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.evenkeel.api.PayloadException;
import org.evenkeel.api.PublishedValue;
import org.evenkeel.client.codec.PayloadCodec;
import org.evenkeel.client.files.FileReply;
import org.evenkeel.client.files.FileReply.Problem;
import org.evenkeel.client.files.PublicationPart;
import org.evenkeel.model.Grant;
import org.jspecify.annotations.Nullable;

/**
 * The values that one task has published, as they come to its program: each once, in the order of
 * their numbers. Only the newest is kept, for listeners that come later. Thread-safe; listeners are
 * called one at a time.
 */
public final class PublishedValues {

    private static final System.Logger LOG = System.getLogger(PublishedValues.class.getName());

    /** Of which task, for the log. */
    private final String task;

    private final PayloadCodec codec;

    // Guarded by this.
    private final List<Consumer<? super PublishedValue>> listeners = new ArrayList<>(1);

    /** The highest grant under which the task has published: lower ones are copies given up. */
    private Grant newest = new Grant(0, 0);

    private Grant attempt = new Grant(0, 0);

    /** The number of the last value of the attempt. */
    private long last;

    /** The value that comes in parts, and its number. */
    private final ByteArrayOutputStream parts = new ByteArrayOutputStream(0);

    private long partsOf;

    /** The last value, encoded; null before the first. */
    private byte @Nullable [] kept;

    PublishedValues(String task, PayloadCodec codec) {
        this.task = task;
        this.codec = codec;
    }

    /**
     * A value as it travels.
     *
     * @throws PayloadException if it cannot travel, or is too large
     */
    public static byte[] encode(PayloadCodec codec, @Nullable Object value) {
        byte[] bytes = codec.encode(value).toArray();
        if (bytes.length > PublicationPart.MAX_VALUE) {
            throw new PayloadException(
                    ("a published value of %d bytes exceeds the limit of %d: write it to a file of"
                                    + " the client and publish the file's name")
                            .formatted(bytes.length, PublicationPart.MAX_VALUE));
        }
        return bytes;
    }

    /** Takes a value, or a part of one, from the copy of the task that has this grant. */
    synchronized FileReply take(Grant grant, PublicationPart part) {
        if (grant.compareTo(newest) < 0) {
            return FileReply.problem(
                    Problem.STALE, "grant " + grant + " is over, the task runs under " + newest);
        }
        newest = grant;
        if (!part.attempt().equals(attempt)) {
            attempt = part.attempt();
            last = 0;
            partsOf = 0;
        }
        if (part.number() <= last) {
            return FileReply.DONE; // it came before
        }
        if (part.offset() == 0) {
            parts.reset();
            partsOf = part.number();
        }
        int before = partsOf == part.number() ? parts.size() : 0;
        if (part.offset() > before) {
            return FileReply.problem(
                    Problem.OTHER, "a part at " + part.offset() + ", after " + before + " bytes");
        }
        if (part.offset() == before) { // otherwise it came before
            parts.writeBytes(part.content());
        }
        if (!part.more()) {
            last = part.number();
            byte[] whole = parts.toByteArray();
            parts.reset();
            partsOf = 0;
            kept = whole;
            List.copyOf(listeners).forEach(listener -> tell(listener, whole));
        }
        return FileReply.DONE;
    }

    /** Adds a listener; the newest value is its first. */
    synchronized void listen(Consumer<? super PublishedValue> listener) {
        byte[] newestValue = kept;
        if (newestValue != null) {
            tell(listener, newestValue);
        }
        listeners.add(listener);
    }

    private void tell(Consumer<? super PublishedValue> listener, byte[] value) {
        try {
            Object decoded = codec.decode(value, 0, value.length, null);
            listener.accept(new PublishedValue(decoded, last, attempt.number()));
        } catch (RuntimeException | Error e) { // the task is told all the same that it came
            LOG.log(
                    System.Logger.Level.WARNING,
                    "value " + last + " that task " + task + " published was not handled",
                    e);
        }
    }
}
