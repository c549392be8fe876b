package org.evenkeel.api.messages;

import org.jspecify.annotations.Nullable;

/**
 * What a task got from another one of its job.
 *
 * @param from number of the task that sent it, see {@link org.evenkeel.api.TaskContext#pstrn}
 * @param value what it sent: a copy
 */
public record Message(long from, @Nullable Object value) {

    /** The value, as what the receiver takes it for; null is of every class. */
    @SuppressWarnings("NullAway")
    public <T> T as(Class<T> type) {
        return type.cast(value);
    }
}
