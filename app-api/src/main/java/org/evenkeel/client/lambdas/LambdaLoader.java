package org.evenkeel.client.lambdas;

import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** A class loader that gives lambdas classes of its own, as one that weaves does. */
public interface LambdaLoader {

    /**
     * What makes a lambda out of the values that it captures.
     *
     * @param home a class of this loader, whose file has the call
     * @return null if it is the JDK that makes this one
     * @throws ReflectiveOperationException if the lambda's class cannot be used
     */
    @Nullable MethodHandle lambdaMaker(Class<?> home, LambdaCallSite callSite)
            throws ReflectiveOperationException;
}
