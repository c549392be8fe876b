package org.evenkeel.api;

import java.io.Serializable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Function} that can travel. Where both types fit, the compiler chooses this one for a
 * lambda.
 *
 * @param <T> type of the argument
 * @param <R> type of the result
 */
@FunctionalInterface
public interface RemoteFunction<T extends @Nullable Object, R extends @Nullable Object>
        extends Function<T, R>, Serializable {}
