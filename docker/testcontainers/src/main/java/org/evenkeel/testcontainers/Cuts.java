package org.evenkeel.testcontainers;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import org.evenkeel.testcontainers.engine.Ended;
import org.evenkeel.testcontainers.engine.EngineException;

/** Nodes that cannot hear others: rules of the kernel in the network of the one that is deaf. */
final class Cuts {
    private final String image;
    private final Set<String> deaf = new TreeSet<>();

    /**
     * @param image has {@code iptables}
     */
    Cuts(String image) {
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

    /** Everybody who runs hears everybody again; who was started anew does already. */
    synchronized void heal(Collection<EvenkeelNode> nodes) {
        for (EvenkeelNode node : nodes) {
            if (deaf.contains(node.name()) && node.container().isRunning()) {
                run(node, "iptables -F INPUT");
            }
        }
        deaf.clear();
    }

    private void run(EvenkeelNode node, String line) {
        Ended ended = node.container().beside(image, line);
        if (ended.exitCode() == 127) {
            throw new EngineException(
                    "the image "
                            + image
                            + " has no iptables to cut networks with; name one that has by"
                            + " -Devenkeel.fault.image=… or ClusterSettings.withFaultImage");
        }
        ended.fine();
    }
}
