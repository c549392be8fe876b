package org.evenkeel.api;

import java.io.Serializable;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Callable} that can travel. Where both types fit, the compiler chooses this one for a
 * lambda.
 *
 * @param <R> type of the result
 */
@FunctionalInterface
public interface RemoteCallable<R extends @Nullable Object> extends Callable<R>, Serializable {}
