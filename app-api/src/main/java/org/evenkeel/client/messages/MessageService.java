package org.evenkeel.client.messages;

import java.io.IOException;
import java.time.Duration;
import org.evenkeel.api.messages.Message;
import org.jspecify.annotations.Nullable;

/** Where a running task sends and gets messages; its context is one. */
public interface MessageService {

    /** From whom a message may be: from any task. */
    long ANYBODY = 0;

    /** Longest name of a barrier, characters. */
    int MAX_NAME = 256;

    /** Most tasks at a barrier. */
    int MAX_PARTIES = 65_536;

    /** The message service of a context. */
    static MessageService of(Object context) {
        if (context instanceof MessageService service) {
            return service;
        }
        throw new UnsupportedOperationException(
                "this context does not support messages: " + context);
    }

    /** The number at the end of the id of a task. */
    static long number(String taskId) {
        return Long.parseLong(taskId, taskId.lastIndexOf('-') + 1, taskId.length(), 10);
    }

    /** A longest wait. */
    static long nanos(Duration longest) {
        return longest.compareTo(Duration.ofDays(36_500)) > 0
                ? Long.MAX_VALUE
                : Math.max(0, longest.toNanos());
    }

    /** Sends; waits while the receiver has too many messages that it has not received. */
    void send(long to, @Nullable Object value) throws IOException;

    /**
     * The next message.
     *
     * @param from of whom; {@link #ANYBODY}
     * @param nanos longest wait; {@link Long#MAX_VALUE} for ever
     * @return null when none came in time
     */
    @Nullable Message receive(long from, long nanos) throws IOException;

    /** Waits until so many have come to the barrier of this name. */
    void barrier(String name, int parties) throws IOException;
}
