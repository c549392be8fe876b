package org.evenkeel.simulator.check;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.NodeConfig;
import org.evenkeel.kernel.NodeInspection;
import org.evenkeel.model.NodeRef;

/** S15: what a node keeps stays within its bounds. */
final class BoundRules implements Check {
    private final NodeConfig.Limits limits;

    /** Processes that have passed on their own tasks: copies of those are others' now. */
    private final Set<NodeRef> passes = new LinkedHashSet<>();

    BoundRules(NodeConfig.Limits limits) {
        this.limits = limits;
    }

    @Override
    public void after(NodeSight node, Event event, List<Effect> effects) {
        NodeInspection books = node.books();
        boolean full = books.held() > limits.held();
        if (full && books.isPassingOn()) {
            passes.add(node.ref());
        } else if (!full) {
            passes.remove(node.ref());
        }
        boolean own = books.isLeaving() || passes.contains(node.ref());
        if (books.owned() > limits.owned() || full && !own) {
            throw new Violation(
                    "S15",
                    null,
                    "%s owns %s and holds %s; its bounds are %s and %s"
                            .formatted(
                                    node.ref().id(),
                                    books.owned(),
                                    books.held(),
                                    limits.owned(),
                                    limits.held()));
        }
    }
}
