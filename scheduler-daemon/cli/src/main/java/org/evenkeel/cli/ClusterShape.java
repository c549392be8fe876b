package org.evenkeel.cli;

import java.nio.file.Path;
import java.util.function.Consumer;
import org.evenkeel.cli.start.ClusterPlan;
import org.evenkeel.kernel.load.LoadModels;
import org.evenkeel.kernel.policy.registry.Policies;
import org.evenkeel.model.Numbers;
import org.evenkeel.model.Resources;
import org.evenkeel.model.topology.Topologies;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What a local cluster is to look like, but for its size. */
public final class ClusterShape {
    private static final int MAX_WORKERS = 1024;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(
            names = "--workers",
            paramLabel = "N",
            description =
                    "Workers of each daemon (default: processors divided by daemons, at least "
                            + "one each).")
    private @Nullable Integer workers;

    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            completionCandidates = PolicyNames.class,
            description = {
                "Balancing policy with options in parentheses, one of the following "
                        + "(default: ${DEFAULT-VALUE}).",
                "${COMPLETION-CANDIDATES}."
            })
    private String policy = Policies.DEFAULT;

    @Option(
            names = "--load",
            paramLabel = "MODEL",
            description = "Load model: worker-busy or queue-stack (default: ${DEFAULT-VALUE}).")
    private String load = "worker-busy";

    @Option(
            names = "--topology",
            paramLabel = "TOPOLOGY",
            completionCandidates = TopologyNames.class,
            description =
                    "Which nodes are neighbours: mesh, torus, ring, hypercube, star, complete "
                            + "or random (default: ${DEFAULT-VALUE}, which means all of them).")
    private String topology = ClusterPlan.DEFAULT_TOPOLOGY;

    @Option(
            names = "--worker-heap",
            paramLabel = "SIZE",
            description =
                    "Heap of each worker, such as 512m (default: a quarter of the memory, "
                            + "divided by workers).")
    private @Nullable String workerHeap;

    /** The plan, or an exception that names the option that is wrong. */
    public ClusterPlan plan(Path directory, int nodes) {
        check(
                nodes >= 1 && nodes <= ClusterPlan.MAX_NODES,
                "--nodes must be 1 to %d, not %d; a larger cluster has daemons on several machines"
                        .formatted(ClusterPlan.MAX_NODES, nodes));
        int each = workers != null ? workers : ClusterPlan.sharedWorkers(nodes);
        check(each >= 1 && each <= MAX_WORKERS, "--workers must be 1 to " + MAX_WORKERS);
        String heap = workerHeap != null ? workerHeap : ClusterPlan.sharedHeap(nodes * each);
        check("--worker-heap", heap, ClusterShape::requireMemory);
        check("--policy", policy, Policies::parse);
        check("--load", load, LoadModels::parse);
        check("--topology", topology, text -> Topologies.parse(text).neighbours(0, nodes));
        return new ClusterPlan(
                directory, ClusterPlan.names(nodes), each, policy, load, topology, heap);
    }

    private static void requireMemory(String heap) {
        long bytes = Numbers.bytes(heap);
        if (bytes > ClusterPlan.memoryBytes()) {
            throw new IllegalArgumentException(
                    "%s exceeds this machine's memory of %d MiB"
                            .formatted(heap, ClusterPlan.memoryBytes() >> 20));
        }
        if (bytes < Resources.LEAST_MEMORY_BYTES) {
            throw new IllegalArgumentException(
                    "%s is less than the minimum of %dm"
                            .formatted(heap, Resources.LEAST_MEMORY_BYTES >> 20));
        }
    }

    private void check(boolean fine, String message) {
        if (!fine) {
            throw new ParameterException(spec.commandLine(), message);
        }
    }

    private void check(String option, String value, Consumer<String> reader) {
        try {
            reader.accept(value);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), option + ": " + e.getMessage(), e);
        }
    }
}
