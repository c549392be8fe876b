package org.evenkeel.client.session;

import java.util.function.Consumer;

/** Does something with each of several tasks, also after it failed for one: callbacks may throw. */
final class ForEach {
    /** Calls the action with each of them; then throws the first exception or error of a call. */
    static <T> void run(Iterable<T> all, Consumer<? super T> action) {
        Throwable first = null;
        for (T one : all) {
            try {
                action.accept(one);
            } catch (RuntimeException | Error e) {
                first = first == null ? e : first;
            }
        }
        if (first instanceof RuntimeException exception) {
            throw exception;
        }
        if (first instanceof Error error) {
            throw error;
        }
    }
}
