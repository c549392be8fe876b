package org.evenkeel.simulator;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.BooleanSupplier;
import org.evenkeel.kernel.policy.Decision;
import org.evenkeel.kernel.policy.NodeView;
import org.evenkeel.kernel.policy.Policy;
import org.jspecify.annotations.Nullable;

/**
 * Keeps tasks at the nodes where they are when the simulation begins; for all others it does what a
 * policy does. It forwards by reflection, so that it misses no method that policies may get.
 */
record FirstPlacement(Policy policy, BooleanSupplier keeping) implements InvocationHandler {
    private static final String PLACES = "onTask";

    /**
     * Puts it in front of a policy.
     *
     * @param keeping whether the tasks that come now are kept
     */
    static Policy of(Policy policy, BooleanSupplier keeping) {
        return (Policy)
                Proxy.newProxyInstance(
                        Policy.class.getClassLoader(),
                        new Class<?>[] {Policy.class},
                        new FirstPlacement(policy, keeping));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] args)
            throws Throwable {
        if (args != null
                && keeping.getAsBoolean()
                && method.getName().equals(PLACES)
                && args[0] instanceof NodeView view) {
            return Decision.keep(view);
        }
        try {
            return method.invoke(policy, args);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }
}
