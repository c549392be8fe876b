package org.evenkeel.sim.check;

import java.util.List;
import org.evenkeel.core.Effect;
import org.evenkeel.core.Event;
import org.evenkeel.core.NodeBooks;
import org.evenkeel.core.NodeConfig;

/** S15: what a node keeps stays within its bounds. */
final class BoundRules implements Check {
    private final NodeConfig.Limits limits;

    BoundRules(NodeConfig.Limits limits) {
        this.limits = limits;
    }

    @Override
    public void after(NodeSight node, Event event, List<Effect> effects) {
        NodeBooks books = node.books();
        if (books.owned() > limits.owned() || books.held() > limits.held() && !books.isLeaving()) {
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
