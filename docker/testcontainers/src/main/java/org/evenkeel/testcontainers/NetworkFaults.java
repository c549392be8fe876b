package org.evenkeel.testcontainers;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import org.evenkeel.testcontainers.engine.CommandResult;
import org.evenkeel.testcontainers.engine.EngineException;

/**
 * Nodes that cannot hear others, or speak slowly: rules of the kernel in the network of the one
 * that is deaf or slow.
 */
final class NetworkFaults {
    private static final int BITS = 8;

    private final String image;
    private final Set<String> deaf = new TreeSet<>();
    private final Set<String> slow = new TreeSet<>();

    /**
     * @param image has {@code iptables} and {@code tc}
     */
    NetworkFaults(String image) {
        this.image = image;
    }

    /** From now on nothing from these nodes comes in at this one. */
    synchronized void deafen(EvenkeelNode node, Collection<EvenkeelNode> to) {
        StringBuilder line = new StringBuilder("true");
        for (EvenkeelNode other : to) {
            line.append(" && iptables -A INPUT -s ")
                    .append(other.container().address())
                    .append(" -j DROP");
        }
        run(node, line.toString());
        deaf.add(node.name());
    }

    /** From now on no more than so many bytes a second go out of this node. */
    synchronized void slow(EvenkeelNode node, long bytesPerSecond) {
        run(
                node,
                "tc qdisc replace dev eth0 root tbf rate %sbit burst 128kb latency 500ms"
                        .formatted(bytesPerSecond * BITS));
        slow.add(node.name());
    }

    /** Every runner who runs hears every runner again; who was started anew does already. */
    synchronized void heal(Collection<EvenkeelNode> nodes) {
        for (EvenkeelNode node : nodes) {
            if (deaf.contains(node.name()) && node.container().isRunning()) {
                run(node, "iptables -F INPUT");
            }
            if (slow.contains(node.name()) && node.container().isRunning()) {
                run(node, "tc qdisc del dev eth0 root || true");
            }
        }
        deaf.clear();
        slow.clear();
    }

    private void run(EvenkeelNode node, String line) {
        CommandResult commandResult = node.container().beside(image, line);
        if (commandResult.exitCode() == 127) {
            throw new EngineException(
                    "the image "
                            + image
                            + " lacks iptables and tc for network faults; name an image that has them "
                            + "with -Devenkeel.fault.image=… or ClusterSettings.withFaultImage");
        }
        commandResult.fine();
    }
}
