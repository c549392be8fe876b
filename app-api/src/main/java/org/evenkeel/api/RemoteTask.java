package org.evenkeel.api;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Task} that may be written as a lambda: the compiler prefers this type where both fit,
 * and makes a lambda that can travel.
 *
 * @param <R> what it yields
 */
@FunctionalInterface
public interface RemoteTask<R extends @Nullable Object> extends Task<R>, Serializable {}
