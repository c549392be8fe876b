package org.evenkeel.testcontainers;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
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
        return changed(draft -> draft.size = MachineSize.of(cpus, memory));
    }

    /** One node gets this instead. */
    public ClusterSettings withSize(String node, double cpus, String memory) {
        Map<String, MachineSize> more = new TreeMap<>(sizes);
        more.put(node, MachineSize.of(cpus, memory));
        return changed(draft -> draft.sizes = more);
    }

    public ClusterSettings withPolicy(String value) {
        return changed(draft -> draft.policy = value);
    }

    public ClusterSettings withTopology(String value) {
        return changed(draft -> draft.topology = value);
    }

    /** Flags of {@code evenkeel daemon}, like {@code "--owner-lease", "3s"}; instead of others. */
    public ClusterSettings withFlags(String... value) {
        return changed(draft -> draft.flags = List.of(value));
    }

    /** Further flags of one node, like {@code "--master", "true"}. */
    public ClusterSettings withFlagsOf(String node, String... value) {
        Map<String, List<String>> more = new TreeMap<>(nodeFlags);
        more.put(node, List.of(value));
        return changed(draft -> draft.nodeFlags = more);
    }

    /** Options of each daemon's JVM; instead of others. Workers have their own. */
    public ClusterSettings withJvmOptions(String... value) {
        return changed(draft -> draft.jvmOptions = List.of(value));
    }

    public ClusterSettings withImage(String value) {
        return changed(draft -> draft.image = value);
    }

    public ClusterSettings withFaultImage(String value) {
        return changed(draft -> draft.faultImage = value);
    }

    /**
     * All links between nodes are like this, by relays in front of them; what clients say to nodes
     * is not delayed.
     */
    public ClusterSettings withLinks(LinkShape shape) {
        return changed(draft -> draft.networkLinks = networkLinks.withUsual(shape));
    }

    /** The link between these two is like this instead. */
    public ClusterSettings withLink(String one, String other, LinkShape shape) {
        return changed(draft -> draft.networkLinks = networkLinks.with(one, other, shape));
    }

    private ClusterSettings changed(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return new ClusterSettings(
                nodes,
                draft.size,
                draft.sizes,
                draft.policy,
                draft.topology,
                draft.flags,
                draft.nodeFlags,
                draft.jvmOptions,
                draft.image,
                draft.faultImage,
                draft.networkLinks);
    }

    private static final class Draft {
        private MachineSize size;
        private Map<String, MachineSize> sizes;
        private String policy;
        private String topology;
        private List<String> flags;
        private Map<String, List<String>> nodeFlags;
        private List<String> jvmOptions;
        private String image;
        private String faultImage;
        private NetworkLinks networkLinks;

        Draft(ClusterSettings settings) {
            size = settings.size;
            sizes = settings.sizes;
            policy = settings.policy;
            topology = settings.topology;
            flags = settings.flags;
            nodeFlags = settings.nodeFlags;
            jvmOptions = settings.jvmOptions;
            image = settings.image;
            faultImage = settings.faultImage;
            networkLinks = settings.networkLinks;
        }
    }
}
