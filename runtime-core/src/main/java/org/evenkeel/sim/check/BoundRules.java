package org.evenkeel.sim.check;

import java.util.List;
import org.evenkeel.core.Effect;
import org.evenkeel.core.Event;
import org.evenkeel.core.NodeBooks;
import org.evenkeel.core.NodeConfig;

/**
 * S15: what a node keeps stays within its bounds, a batch that was on its way excepted; a full node
 * takes no more.
 */
final class BoundRules implements Check {
    private final NodeConfig.Limits limits;
    private int heldBefore;

    BoundRules(NodeConfig.Limits limits) {
        this.limits = limits;
    }

    @Override
    public void before(NodeSight node, Event event) {
        heldBefore = node.books().held();
    }

    @Override
    public void after(NodeSight node, Event event, List<Effect> effects) {
        NodeBooks books = node.books();
        if (heldBefore >= limits.held() && books.held() > heldBefore) {
            throw new Violation(
                    "S15", null, node.ref().id() + " is full and takes more: " + books.held());
        }
        long batch = (long) limits.windowTasks() * Math.max(1, books.workers());
        if (books.owned() > limits.owned() || books.held() > limits.held() + batch) {
            throw new Violation(
                    "S15",
                    null,
                    node.ref().id()
                            + " owns "
                            + books.owned()
                            + " and holds "
                            + books.held()
                            + "; its bounds are "
                            + limits.owned()
                            + " and "
                            + limits.held());
        }
    }
}
