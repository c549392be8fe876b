package org.evenkeel.kernel.replay;

import org.evenkeel.kernel.NodeConfig;
import org.evenkeel.kernel.ProcessorQuotas;
import org.evenkeel.kernel.load.LoadModels;
import org.evenkeel.kernel.policy.registry.Policies;
import org.evenkeel.model.NodeRef;

/**
 * What a kernel was started with, in words and numbers.
 *
 * @param self this process
 * @param policy as written in a configuration
 * @param policySeed of the policy's random numbers
 * @param load name of the load model
 * @param holderLeaseNanos see {@link NodeConfig}
 * @param ownerLeaseNanos see {@link NodeConfig}
 * @param silenceLimitNanos see {@link NodeConfig}
 * @param limits every bound
 * @param processors how much of this node each submitter may use
 * @param phases its part in scheduling phases
 */
public record NodeSetup(
        NodeRef self,
        String policy,
        long policySeed,
        String load,
        long holderLeaseNanos,
        long ownerLeaseNanos,
        long silenceLimitNanos,
        NodeConfig.Limits limits,
        ProcessorQuotas processors,
        NodeConfig.PhaseRole phases) {

    /**
     * The configuration of a kernel, with a policy of its own.
     *
     * @throws IllegalArgumentException naming what is wrong with policy or load model
     */
    public NodeConfig config() {
        return new NodeConfig(
                self,
                Policies.parse(policy).create(policySeed),
                LoadModels.parse(load),
                holderLeaseNanos,
                ownerLeaseNanos,
                silenceLimitNanos,
                limits,
                processors,
                phases);
    }
}
