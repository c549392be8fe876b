package org.evenkeel.simulator;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.BooleanSupplier;
import org.evenkeel.kernel.policy.Decision;
import org.evenkeel.kernel.policy.Policy;
import org.jspecify.annotations.Nullable;

/**
 * A policy, but for tasks that run already when the simulation begins: each is started where it is.
 * It forwards by reflection, so that it forgets no method that policies may get.
 */
final class FirstPlacement implements InvocationHandler {
    private static final String PLACES = "onTask";

    private final Policy policy;
    private final BooleanSupplier placing;

    private FirstPlacement(Policy policy, BooleanSupplier placing) {
        this.policy = policy;
        this.placing = placing;
    }

    /**
     * Puts it in front of a policy.
     *
     * @param placing whether the tasks that come now run already
     */
    static Policy of(Policy policy, BooleanSupplier placing) {
        return (Policy)
                Proxy.newProxyInstance(
                        Policy.class.getClassLoader(),
                        new Class<?>[] {Policy.class},
                        new FirstPlacement(policy, placing));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] args)
            throws Throwable {
        if (placing.getAsBoolean() && method.getName().equals(PLACES)) {
            return Decision.START;
        }
        try {
            return method.invoke(policy, args);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }
}
