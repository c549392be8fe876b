package org.evenkeel.testcontainers;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.evenkeel.model.topology.Topologies;

/**
 * What a cluster of containers is to be like; immutable. Nodes are called n1, n2 and so on.
 *
 * @param nodes containers with a daemon each at the start, 1 to 64
 * @param size what each of them gets
 * @param sizes node to what it gets instead
 * @param policy balancing policy, like {@code hybrid}; empty for the daemon's own choice
 * @param topology who is whose neighbour, like {@code mesh}; empty: each finds all others, and
 *     nodes can be {@linkplain EvenkeelCluster#add() added}
 * @param flags further ones of {@code evenkeel daemon}, for each
 * @param nodeFlags node to still further ones of its own
 * @param jvmOptions of each daemon, like {@code -XX:TieredStopAtLevel=1}; without blanks
 * @param image of Evenkeel, as docker/build.sh makes it; nothing is pulled
 * @param faultImage has {@code sh}, {@code iptables} and {@code tc}, for faults of networks; may be
 *     the same
 */
public record ClusterSettings(
        int nodes,
        MachineSize size,
        Map<String, MachineSize> sizes,
        String policy,
        String topology,
        List<String> flags,
        Map<String, List<String>> nodeFlags,
        List<String> jvmOptions,
        String image,
        String faultImage,
        NetworkLinks networkLinks) {

    /** Most containers at the start. */
    public static final int MAX_NODES = 64;

    /**
     * @throws IllegalArgumentException if a number is out of its range or a topology unknown
     */
    public ClusterSettings {
        if (nodes < 1 || nodes > MAX_NODES) {
            throw new IllegalArgumentException(nodes + " nodes are not 1 to " + MAX_NODES);
        }
        if (!topology.isEmpty()) {
            Topologies.parse(topology).neighbours(0, nodes);
        }
        sizes = Map.copyOf(sizes);
        flags = List.copyOf(flags);
        nodeFlags = Map.copyOf(nodeFlags);
        jvmOptions = List.copyOf(jvmOptions);
        for (String option : jvmOptions) {
            if (!option.startsWith("-") || option.contains(" ")) {
                throw new IllegalArgumentException("\"" + option + "\" is not a single JVM option");
            }
        }
    }

    /**
     * This many of one processor and 512 MiB, everything else as a daemon has it. The image is what
     * the system property {@code evenkeel.image} names, else {@code evenkeel}.
     */
    public static ClusterSettings of(int nodes) {
        String image = System.getProperty("evenkeel.image", "evenkeel");
        return new ClusterSettings(
                nodes,
                MachineSize.DEFAULT,
                Map.of(),
                "",
                "",
                List.of(),
                Map.of(),
                List.of(),
                image,
                System.getProperty("evenkeel.fault.image", image),
                NetworkLinks.NONE);
    }

    /** What a node gets. */
    MachineSize sizeOf(String node) {
        return sizes.getOrDefault(node, size);
    }

    /** Every node gets this. */
    public ClusterSettings withSize(double cpus, String memory) {
        return with(MachineSize.of(cpus, memory), sizes, policy, topology, flags, nodeFlags);
    }

    /** One node gets this instead. */
    public ClusterSettings withSize(String node, double cpus, String memory) {
        Map<String, MachineSize> more = new TreeMap<>(sizes);
        more.put(node, MachineSize.of(cpus, memory));
        return with(size, more, policy, topology, flags, nodeFlags);
    }

    public ClusterSettings withPolicy(String value) {
        return with(size, sizes, value, topology, flags, nodeFlags);
    }

    public ClusterSettings withTopology(String value) {
        return with(size, sizes, policy, value, flags, nodeFlags);
    }

    /** Flags of {@code evenkeel daemon}, like {@code "--owner-lease", "3s"}; instead of others. */
    public ClusterSettings withFlags(String... value) {
        return with(size, sizes, policy, topology, List.of(value), nodeFlags);
    }

    /** Further flags of one node, like {@code "--master", "true"}. */
    public ClusterSettings withFlagsOf(String node, String... value) {
        Map<String, List<String>> more = new TreeMap<>(nodeFlags);
        more.put(node, List.of(value));
        return with(size, sizes, policy, topology, flags, more);
    }

    /** Options of each daemon's JVM; instead of others. Workers have their own. */
    public ClusterSettings withJvmOptions(String... value) {
        return new ClusterSettings(
                nodes,
                size,
                sizes,
                policy,
                topology,
                flags,
                nodeFlags,
                List.of(value),
                image,
                faultImage,
                networkLinks);
    }

    private ClusterSettings with(
            MachineSize each,
            Map<String, MachineSize> some,
            String balancing,
            String graph,
            List<String> all,
            Map<String, List<String>> own) {
        return new ClusterSettings(
                nodes,
                each,
                some,
                balancing,
                graph,
                all,
                own,
                jvmOptions,
                image,
                faultImage,
                networkLinks);
    }

    public ClusterSettings withImage(String value) {
        return new ClusterSettings(
                nodes,
                size,
                sizes,
                policy,
                topology,
                flags,
                nodeFlags,
                jvmOptions,
                value,
                faultImage,
                networkLinks);
    }

    public ClusterSettings withFaultImage(String value) {
        return new ClusterSettings(
                nodes,
                size,
                sizes,
                policy,
                topology,
                flags,
                nodeFlags,
                jvmOptions,
                image,
                value,
                networkLinks);
    }

    /**
     * All links between nodes are like this, by relays in front of them; what clients say to nodes
     * is not delayed.
     */
    public ClusterSettings withLinks(LinkShape shape) {
        return with(networkLinks.withUsual(shape));
    }

    /** The link between these two is like this instead. */
    public ClusterSettings withLink(String one, String other, LinkShape shape) {
        return with(networkLinks.with(one, other, shape));
    }

    private ClusterSettings with(NetworkLinks value) {
        return new ClusterSettings(
                nodes,
                size,
                sizes,
                policy,
                topology,
                flags,
                nodeFlags,
                jvmOptions,
                image,
                faultImage,
                value);
    }
}
