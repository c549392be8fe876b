package org.evenkeel.simulator;

import java.util.List;
import org.evenkeel.kernel.NodeConfig;
import org.evenkeel.model.topology.Topology;
import org.evenkeel.simulator.work.Workload;

/**
 * The machines of a simulated cluster and what their daemons are told.
 *
 * @param policy as {@code Policies.parse} reads it
 * @param loadModel as {@code LoadModels.parse} reads it
 * @param topology who is whose neighbour
 * @param nodes how many, at least 1
 * @param workers of the nodes in turn: {@code [1]} one each, {@code [1, 4]} one and four
 *     alternately
 * @param speeds of the nodes in turn; 1 runs a second of work in a second
 * @param leases of holders and owners
 * @param limits of every daemon
 * @param masters so many nodes, the first ones, may be master of scheduling phases; they have no
 *     workers
 */
public record ClusterSpec(
        String policy,
        String loadModel,
        Topology topology,
        int nodes,
        List<Integer> workers,
        List<Double> speeds,
        Leases leases,
        NodeConfig.Limits limits,
        int masters)
        implements Workload.Machines {

    /** Most nodes of one simulation. */
    public static final int MAX_NODES = 1_000_000;

    /** Most workers of one node. */
    public static final int MAX_WORKERS = 10_000;

    /** Lease times, nanoseconds. */
    public record Leases(long holderNanos, long ownerNanos) {
        /** Those of a daemon. */
        public static final Leases DEFAULT =
                new Leases(
                        NodeConfig.DEFAULT_HOLDER_LEASE_NANOS,
                        NodeConfig.DEFAULT_OWNER_LEASE_NANOS);
    }

    /** Without a master. */
    public ClusterSpec(
            String policy,
            String loadModel,
            Topology topology,
            int nodes,
            List<Integer> workers,
            List<Double> speeds,
            Leases leases,
            NodeConfig.Limits limits) {
        this(policy, loadModel, topology, nodes, workers, speeds, leases, limits, 0);
    }

    public ClusterSpec {
        workers = List.copyOf(workers);
        speeds = List.copyOf(speeds);
        if (nodes < 1 || nodes > MAX_NODES) {
            throw new IllegalArgumentException(
                    "nodes must be 1 to " + MAX_NODES + ", not " + nodes);
        }
        for (int count : workers) {
            if (count < 1 || count > MAX_WORKERS) {
                throw new IllegalArgumentException(
                        "workers must be 1 to " + MAX_WORKERS + ", not " + count);
            }
        }
        for (double speed : speeds) {
            if (!(speed >= 1e-6 && speed <= 1e6)) {
                throw new IllegalArgumentException(
                        "a speed must be 0.000001 to 1000000, not " + speed);
            }
        }
        if (masters < 0 || masters > 0 && masters >= nodes) {
            throw new IllegalArgumentException(
                    masters + " masters of " + nodes + " nodes: none is left to run tasks");
        }
        if (workers.isEmpty() || speeds.isEmpty()) {
            throw new IllegalArgumentException("workers and speeds of no node");
        }
    }

    /** Equal machines. */
    public static ClusterSpec of(String policy, Topology topology, int nodes, int workers) {
        return new ClusterSpec(
                policy,
                "worker-busy",
                topology,
                nodes,
                List.of(workers),
                List.of(1.0),
                Leases.DEFAULT,
                DEFAULT_LIMITS);
    }

    /** Those of a daemon, but for a shorter trace. */
    public static final NodeConfig.Limits DEFAULT_LIMITS =
            new NodeConfig.Limits(400_000, 100_000, 256, 1_000_000, 3, 16);

    @Override
    public int workers(int node) {
        return node < masters ? 0 : workers.get(node % workers.size());
    }

    @Override
    public double speed(int node) {
        return speeds.get(node % speeds.size());
    }

    /** The same machines under another policy. */
    public ClusterSpec withPolicy(String other) {
        return new ClusterSpec(
                other, loadModel, topology, nodes, workers, speeds, leases, limits, masters);
    }

    /** More or fewer of the same machines. */
    public ClusterSpec withNodes(int other) {
        return new ClusterSpec(
                policy, loadModel, topology, other, workers, speeds, leases, limits, masters);
    }

    /** The same machines under another load model. */
    public ClusterSpec withLoadModel(String other) {
        return new ClusterSpec(
                policy, other, topology, nodes, workers, speeds, leases, limits, masters);
    }

    /** The same daemons on other machines, in turn. */
    public ClusterSpec withMachines(List<Integer> newWorkers, List<Double> newSpeeds) {
        return new ClusterSpec(
                policy, loadModel, topology, nodes, newWorkers, newSpeeds, leases, limits, masters);
    }

    /** The same machines, linked otherwise. */
    public ClusterSpec withTopology(Topology other) {
        return new ClusterSpec(
                policy, loadModel, other, nodes, workers, speeds, leases, limits, masters);
    }

    /** Other leases and limits. */
    public ClusterSpec with(Leases newLeases, NodeConfig.Limits newLimits) {
        return new ClusterSpec(
                policy, loadModel, topology, nodes, workers, speeds, newLeases, newLimits, masters);
    }

    /** The same machines, the first ones without workers: they may be master. */
    public ClusterSpec withMasters(int newMasters) {
        return new ClusterSpec(
                policy, loadModel, topology, nodes, workers, speeds, leases, limits, newMasters);
    }
}
