package org.evenkeel.cli.start;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.evenkeel.kernel.policy.registry.Policies;
import org.evenkeel.kernel.trace.RecordedFact;
import org.evenkeel.model.topology.OpenGraph;
import org.jspecify.annotations.Nullable;

/**
 * A local cluster as it is to be started.
 *
 * @param directory shared by its daemons
 * @param nodes their names, in the order of the topology
 * @param workers of each daemon
 * @param policy as {@code org.evenkeel.kernel.policy.registry.Policies} reads it
 * @param load as {@code org.evenkeel.kernel.load.LoadModels} reads it
 * @param topology as {@code org.evenkeel.model.topology.Topologies} reads it
 * @param workerHeap a worker's -Xmx; null leaves it to the daemon
 * @param recordings directory for a recording of each daemon; null for none
 * @param further other keys of each daemon, how many may be master, and how fast each is
 */
public record ClusterPlan(
        Path directory,
        List<String> nodes,
        int workers,
        String policy,
        String load,
        String topology,
        @Nullable String workerHeap,
        @Nullable Path recordings,
        Map<String, String> further) {

    private static final String MASTERS = "masters";
    private static final String QUICKLY = "quickly";
    private static final String EVENTS = "events";

    /** Begins keys whose value is a list, one for each daemon. */
    private static final String EACH = "each ";

    /** A plan with nothing but what every plan has. */
    public ClusterPlan(
            Path directory,
            List<String> nodes,
            int workers,
            String policy,
            String load,
            String topology,
            @Nullable String workerHeap) {
        this(directory, nodes, workers, policy, load, topology, workerHeap, null, Map.of());
    }

    /** The same for a cluster that lasts a minute: silent nodes are not waited for as long. */
    public ClusterPlan withShortLeases() {
        return with("holder-lease", "5s").with("owner-lease", "8s");
    }

    /** The same where so many of the daemons, the first ones, may be master and run no tasks. */
    public ClusterPlan withMasters(int count) {
        return with(MASTERS, Integer.toString(count));
    }

    private int masters() {
        return Integer.parseInt(further.getOrDefault(MASTERS, "0"));
    }

    /** The same where each daemon, in their order, takes its machine for so fast. */
    public ClusterPlan withSpeeds(List<Double> speeds) {
        return withEach("speed", speeds.stream().map(String::valueOf).toList());
    }

    /** The same with another key that has a value for each daemon, in their order. */
    public ClusterPlan withEach(String key, List<String> values) {
        return with(EACH + key, String.join(",", values));
    }

    /** The same with daemons whose code is compiled once and not optimised. */
    public ClusterPlan withQuickCompilation() {
        return with(QUICKLY, "");
    }

    boolean compilesQuickly() {
        return further.containsKey(QUICKLY);
    }

    /** The workers of a daemon: one that may be master has none. */
    int workersOf(String node) {
        return isMaster(node) ? 0 : workers;
    }

    private boolean isMaster(String node) {
        return nodes.indexOf(node) < masters();
    }

    /** The same with a recording of each daemon in this directory. */
    public ClusterPlan withRecordings(Path folder) {
        return with(folder, further);
    }

    /** The same with a recording of each daemon's events in this directory. */
    public ClusterPlan withEventRecordings(Path folder) {
        return with(EVENTS, folder.toString());
    }

    /** The same with another key of each daemon. */
    public ClusterPlan with(String key, String value) {
        Map<String, String> more = new LinkedHashMap<>(further);
        more.put(key, value);
        return with(recordings, more);
    }

    private ClusterPlan with(@Nullable Path folder, Map<String, String> keys) {
        return new ClusterPlan(
                directory, nodes, workers, policy, load, topology, workerHeap, folder, keys);
    }

    /**
     * Most daemons on one machine. So many are all neighbours of each other, as they are in a
     * cluster without a member list.
     */
    public static final int MAX_NODES = OpenGraph.MAX_NEIGHBOURS;

    /** Every node is a neighbour of every other one. */
    public static final String DEFAULT_TOPOLOGY = "complete";

    private static final long LEAST_HEAP_MEGABYTES = 256;

    /** Names for a number of nodes: n1, n2, ... */
    public static List<String> names(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> "n" + i).toList();
    }

    /** A cluster with the usual settings. */
    public static ClusterPlan ofNodes(Path directory, int count) {
        int workers = sharedWorkers(count);
        return new ClusterPlan(
                directory,
                names(count),
                workers,
                Policies.DEFAULT,
                "worker-busy",
                DEFAULT_TOPOLOGY,
                sharedHeap(count * workers));
    }

    /** Workers of each daemon when the processors are shared out, at least one. */
    public static int sharedWorkers(int nodes) {
        return Math.max(1, Runtime.getRuntime().availableProcessors() / nodes);
    }

    /**
     * The -Xmx of a worker when a quarter of the memory is shared out; a daemon by itself would not
     * know of the others.
     */
    public static String sharedHeap(int workers) {
        return Math.max(LEAST_HEAP_MEGABYTES, (memoryBytes() >> 22) / workers) + "m";
    }

    /** The memory of this machine. */
    public static long memoryBytes() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system.getTotalMemorySize()
                : Runtime.getRuntime().maxMemory() * 4;
    }

    /** The arguments of one daemon. */
    List<String> arguments(String node, boolean exitOnStdinEof) {
        List<String> arguments = new ArrayList<>();
        add(arguments, "cluster-dir", directory.toString());
        add(arguments, "node", node);
        add(arguments, "workers", Integer.toString(workersOf(node)));
        add(arguments, "policy", policy);
        add(arguments, "load", load);
        if (nodes.size() > 1) {
            add(arguments, "topology", topology);
            add(arguments, "members", String.join(",", nodes));
        }
        if (workerHeap != null) {
            add(arguments, "worker-heap", workerHeap);
        }
        if (recordings != null) {
            add(
                    arguments,
                    "record",
                    recordings.resolve(node + RecordedFact.FILE_SUFFIX).toString());
        }
        if (isMaster(node)) {
            add(arguments, "master", "true");
        }
        further.forEach((key, value) -> {
            if (key.equals(EVENTS)) {
                add(arguments, "record-events", Path.of(value, node + ".events").toString());
            } else if (key.startsWith(EACH)) {
                add(
                        arguments,
                        key.substring(EACH.length()),
                        value.split(",", -1)[nodes.indexOf(node)]);
            } else if (!key.equals(MASTERS) && !key.equals(QUICKLY)) {
                add(arguments, key, value);
            }
        });
        if (exitOnStdinEof) {
            arguments.add("--exit-on-stdin-eof");
        }
        return arguments;
    }

    private static void add(List<String> arguments, String name, String value) {
        arguments.add("--" + name);
        arguments.add(value);
    }
}
