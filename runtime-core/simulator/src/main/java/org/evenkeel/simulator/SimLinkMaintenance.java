package org.evenkeel.simulator;

import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.evenkeel.kernel.link.LinkTimes;

/**
 * Checks the links of a daemon, as a daemon does: asks those that are silent for an answer, and
 * closes those that stay silent and those that no node needs.
 */
final class SimLinkMaintenance {

    private final SimNode node;
    private final EventQueue eventQueue;
    private final LinkTimes times;
    private final Supplier<Collection<SimLink>> simLinks;

    SimLinkMaintenance(SimNode node, Network network, Supplier<Collection<SimLink>> simLinks) {
        this.node = node;
        this.eventQueue = network.eventQueue();
        this.times = network.linkTimes();
        this.simLinks = simLinks;
    }

    /** The process begins; it checks until it ends. */
    void start() {
        checkLater(eventQueue.now());
    }

    /**
     * @param lastNanos when this process was last seen to run
     */
    private void checkLater(long lastNanos) {
        int life = node.life();
        eventQueue.after(
                times.pingEveryNanos(),
                () -> {
                    if (node.life() == life) {
                        node.reach(() -> check(lastNanos));
                    }
                });
    }

    private void check(long lastNanos) {
        long now = eventQueue.now();
        boolean late = times.isLate(lastNanos, now);
        for (SimLink simLink : List.copyOf(simLinks.get())) {
            simLink.side(node).check(times, late);
        }
        checkLater(now);
    }
}
