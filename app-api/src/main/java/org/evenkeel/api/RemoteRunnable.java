package org.evenkeel.api;

import java.io.Serializable;

/**
 * A {@link Runnable} that can travel. Where both types fit, the compiler chooses this one for a
 * lambda.
 */
@FunctionalInterface
public interface RemoteRunnable extends Runnable, Serializable {}
