package org.evenkeel.simulator;

import java.util.List;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.OpenSpan;
import org.evenkeel.simulator.check.Check;
import org.evenkeel.simulator.check.NodeSight;
import org.evenkeel.simulator.check.Violation;

/** H1: nothing starts on a node that is closed. Judged by what it was told, not by what it says. */
final class HoursRules implements Check {
    private final Cluster cluster;
    private final OpenTimes hours;

    HoursRules(Cluster cluster, OpenTimes hours) {
        this.cluster = cluster;
        this.hours = hours;
    }

    @Override
    public void after(NodeSight node, Event event, List<Effect> effects) {
        List<OpenSpan> spans = hours.ofNodes().get(node.index());
        if (spans == null || isOpen(spans)) {
            return;
        }
        for (Effect effect : effects) {
            if (effect instanceof Effect.StartTasks start) {
                throw new Violation(
                        "H1",
                        start.tasks().getFirst().task().id(),
                        node.ref().id() + " starts a task while it is closed");
            }
        }
    }

    private boolean isOpen(List<OpenSpan> spans) {
        long now = cluster.now();
        return spans.stream().anyMatch(span -> span.fromNanos() <= now && now < span.toNanos());
    }
}
