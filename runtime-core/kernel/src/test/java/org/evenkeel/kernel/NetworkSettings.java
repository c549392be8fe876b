package org.evenkeel.kernel;

import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import org.evenkeel.kernel.load.LoadModel;
import org.evenkeel.kernel.load.LoadModels;
import org.evenkeel.kernel.policy.Policy;
import org.evenkeel.kernel.policy.registry.Policies;
import org.evenkeel.model.topology.Topologies;
import org.evenkeel.model.topology.Topology;

/**
 * What a {@link BalancerNetwork} is made of.
 *
 * @param seed of everything random
 * @param nodes how many
 * @param topology who neighbours whom
 * @param policy makes the policy of a node
 * @param model of all nodes
 * @param workers of a node
 * @param latencyNanos of every message
 * @param jitter 0 for a constant latency, 1 for anything up to twice the mean; FIFO all the same
 * @param onlyOneAtATime whether a node says that it has room for one task however many slots are
 *     free
 */
record NetworkSettings(
        long seed,
        int nodes,
        Topology topology,
        IntFunction<Policy> policy,
        LoadModel model,
        IntUnaryOperator workers,
        long latencyNanos,
        double jitter,
        boolean onlyOneAtATime) {

    /** Mean service time of a task. */
    static final long MEAN_NANOS = 1_000_000_000L;

    /** Sixteen nodes in a mesh, latency 0.02 of the mean service time. */
    static NetworkSettings of(long seed, String policy) {
        return new NetworkSettings(
                seed,
                16,
                Topologies.parse("mesh"),
                index -> Policies.parse(policy).create(seed + index),
                LoadModels.parse("worker-busy"),
                index -> 1,
                MEAN_NANOS / 50,
                0,
                true);
    }

    NetworkSettings withPolicy(IntFunction<Policy> maker) {
        return new NetworkSettings(
                seed, nodes, topology, maker, model, workers, latencyNanos, jitter, onlyOneAtATime);
    }

    NetworkSettings withNodes(int count, String shape) {
        return new NetworkSettings(
                seed,
                count,
                Topologies.parse(shape),
                policy,
                model,
                workers,
                latencyNanos,
                jitter,
                onlyOneAtATime);
    }

    NetworkSettings withModel(String name) {
        return new NetworkSettings(
                seed,
                nodes,
                topology,
                policy,
                LoadModels.parse(name),
                workers,
                latencyNanos,
                jitter,
                onlyOneAtATime);
    }

    NetworkSettings withWorkers(IntUnaryOperator count) {
        return new NetworkSettings(
                seed, nodes, topology, policy, model, count, latencyNanos, jitter, onlyOneAtATime);
    }

    NetworkSettings withLatency(long nanos, double newJitter) {
        return new NetworkSettings(
                seed, nodes, topology, policy, model, workers, nanos, newJitter, onlyOneAtATime);
    }

    NetworkSettings withBatches() {
        return new NetworkSettings(
                seed, nodes, topology, policy, model, workers, latencyNanos, jitter, false);
    }
}
