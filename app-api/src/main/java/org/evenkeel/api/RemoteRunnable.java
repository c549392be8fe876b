package org.evenkeel.api;

import java.io.Serializable;

/** A {@link Runnable} that can travel; lambdas become one where the compiler may choose. */
@FunctionalInterface
public interface RemoteRunnable extends Runnable, Serializable {}
