package org.evenkeel.lab.simulate;

import java.util.List;
import org.evenkeel.kernel.load.LoadModels;
import org.evenkeel.model.topology.Topologies;
import org.evenkeel.model.topology.Topology;
import org.evenkeel.simulator.ClusterSpec;
import org.evenkeel.simulator.NetworkSpec;
import org.evenkeel.simulator.work.Distribution;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags that say which machines and network are simulated, and under which policies. */
public final class ClusterFlags {
    private static final String POLICY = "--policy";
    private static final String LOAD_MODEL = "--load-model";
    private static final String TOPOLOGY = "--topology";

    /** Names the numbers of nodes. */
    static final String NODES = "--nodes";

    private static final String WORKERS = "--workers";
    private static final String SPEEDS = "--speeds";
    private static final String LATENCY = "--latency";
    private static final String BANDWIDTH = "--bandwidth";

    /** Machines that a recording tells of; what a flag says wins. */
    record Machines(int nodes, List<Integer> workers, String latency) {
        /** Those of the reference experiments. */
        static final Machines REFERENCE = new Machines(16, List.of(1), "0.02");
    }

    @Option(
            names = POLICY,
            paramLabel = "A,B",
            description =
                    "Policies, each with its options in parentheses (default: ${DEFAULT-VALUE}).")
    private String policies = "hybrid,hybrid-1997,sender-initiated,receiver-initiated,none";

    @Option(
            names = LOAD_MODEL,
            paramLabel = "MODEL",
            description =
                    "Load model: worker-busy, queue-stack or queue-stack-1997 (default: "
                            + "${DEFAULT-VALUE}).")
    private String loadModel = "worker-busy";

    @Option(
            names = TOPOLOGY,
            paramLabel = "TOPOLOGY",
            description =
                    "Which nodes are neighbours: mesh, torus, ring, hypercube, star, complete "
                            + "or random(k=3) (default: ${DEFAULT-VALUE}).")
    private String topology = "mesh";

    @Option(
            names = {"-n", NODES},
            paramLabel = "N,M",
            description =
                    "Number of nodes, up to a million; several numbers are simulated one by "
                            + "one (default: 16, or as recorded).")
    private @Nullable String nodes;

    @Option(
            names = WORKERS,
            paramLabel = "N,M",
            description =
                    "Workers of each node, repeated over the nodes: 1,4 alternates one and "
                            + "four (default: 1, or as recorded).")
    private @Nullable String workers;

    @Option(
            names = SPEEDS,
            paramLabel = "X,Y",
            description =
                    "Speed of each node, repeated over the nodes; 0.5 takes twice as long "
                            + "(default: ${DEFAULT-VALUE}).")
    private String speeds = "1";

    @Option(
            names = LATENCY,
            paramLabel = "SECONDS",
            description =
                    "Latency between two nodes, one way: 0.02, 20ms or a distribution such as "
                            + "exponential(5ms) (default: 0.02; 0.0001 with --replay).")
    private @Nullable String latency;

    @Option(
            names = BANDWIDTH,
            paramLabel = "BYTES/S",
            description =
                    "Bandwidth of one direction of a link in bytes per second; 0 means "
                            + "unlimited (default).")
    private String bandwidth = "0";

    /** The policies as they were written, in their order. */
    public List<String> policies() {
        return FlagValues.policies(POLICY, policies);
    }

    /** The topology as it was written. */
    public String topology() {
        return topology;
    }

    /** How many nodes each experiment has, at least one number. */
    List<Integer> counts(Machines machines) {
        if (nodes == null) {
            return List.of(machines.nodes());
        }
        List<Integer> counts =
                FlagValues.list(NODES, nodes).stream()
                        .map(count -> (int) FlagValues.count(NODES, count, ClusterSpec.MAX_NODES))
                        .toList();
        return FlagValues.distinct(NODES, counts);
    }

    /** The machines, with the first number of nodes. */
    ClusterSpec cluster(Machines machines) {
        Topology chosen = FlagValues.read(TOPOLOGY, topology, Topologies::parse);
        FlagValues.read(LOAD_MODEL, loadModel, LoadModels::parse);
        List<Integer> counts = counts(machines);
        for (int count : counts) {
            FlagValues.read(TOPOLOGY, topology, text -> chosen.neighbours(0, count));
        }
        List<Integer> slots =
                workers == null ? machines.workers() : FlagValues.counts(WORKERS, workers);
        ClusterSpec plain = ClusterSpec.of(policies().getFirst(), chosen, counts.getFirst(), 1);
        ClusterSpec equal =
                FlagValues.read(WORKERS, "", _ -> plain.withMachines(slots, List.of(1.0)))
                        .withLoadModel(loadModel);
        List<Double> rates = FlagValues.numbers(SPEEDS, speeds);
        return FlagValues.read(SPEEDS, speeds, _ -> equal.withMachines(slots, rates));
    }

    NetworkSpec network(Machines machines) {
        String written = latency == null ? machines.latency() : latency;
        NetworkSpec unlimited =
                NetworkSpec.of(FlagValues.read(LATENCY, written, Distribution::parse));
        double rate = FlagValues.number(BANDWIDTH, bandwidth);
        return FlagValues.read(BANDWIDTH, bandwidth, _ -> unlimited.withBandwidth(rate));
    }
}
