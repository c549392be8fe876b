package org.evenkeel.api;

import java.io.Serializable;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Callable} that can travel; lambdas become one where the compiler may choose.
 *
 * @param <R> what it yields
 */
@FunctionalInterface
public interface RemoteCallable<R extends @Nullable Object> extends Callable<R>, Serializable {}
