package org.evenkeel.api;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Task} that may be written as a lambda: the compiler prefers this type where both fit,
 * and creates a lambda that can travel.
 *
 * @param <R> type of the result
 */
@FunctionalInterface
public interface RemoteTask<R extends @Nullable Object> extends Task<R>, Serializable {}
