package org.evenkeel.simulator;

import java.util.List;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.AvailabilitySpan;
import org.evenkeel.simulator.check.Check;
import org.evenkeel.simulator.check.NodeSight;
import org.evenkeel.simulator.check.Violation;

/** H1: nothing starts on a node that is closed. Judged by what it was told, not by what it says. */
final class AvailabilityRules implements Check {
    private final SimCluster simCluster;
    private final SimAvailability hours;

    AvailabilityRules(SimCluster simCluster, SimAvailability hours) {
        this.simCluster = simCluster;
        this.hours = hours;
    }

    @Override
    public void after(NodeSight node, Event event, List<Effect> effects) {
        List<AvailabilitySpan> spans = hours.ofNodes().get(node.index());
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

    private boolean isOpen(List<AvailabilitySpan> spans) {
        long now = simCluster.now();
        return spans.stream().anyMatch(span -> span.fromNanos() <= now && now < span.toNanos());
    }
}
