package org.evenkeel.api.messages;

import org.jspecify.annotations.Nullable;

/**
 * A message that a task received from another task of its job.
 *
 * @param from number of the sender, see {@link org.evenkeel.api.TaskContext#index}
 * @param value a copy of what was sent
 */
public record Message(long from, @Nullable Object value) {

    /** Returns the value as the type that the receiver expects; null has every type. */
    @SuppressWarnings("NullAway")
    public <T> T as(Class<T> type) {
        return type.cast(value);
    }
}
