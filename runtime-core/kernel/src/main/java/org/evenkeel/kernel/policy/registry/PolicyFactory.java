package org.evenkeel.kernel.policy.registry;

import org.evenkeel.kernel.policy.Policy;

/** Makes the policies of nodes that share one configuration. Immutable. */
public interface PolicyFactory {

    /** As written in a configuration, with every option. */
    String name();

    /**
     * A new instance, for one node: it keeps state.
     *
     * @param seed of everything random in it; another one for every node, else they draw alike
     */
    Policy create(long seed);
}
