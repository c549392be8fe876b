package org.evenkeel.simulator;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.Notice;
import org.evenkeel.model.AvailabilitySpan;
import org.evenkeel.simulator.check.Check;
import org.evenkeel.simulator.check.NodeSight;
import org.evenkeel.simulator.check.Violation;

/**
 * H1: nothing starts on a node that is closed, or was told that it is to give up its processors.
 * Judged by what it was told, not by what it says.
 */
final class AvailabilityRules implements Check {
    private final SimCluster simCluster;
    private final SimAvailability hours;
    private final Map<Integer, Notice> notices = new LinkedHashMap<>();

    AvailabilityRules(SimCluster simCluster, SimAvailability hours) {
        this.simCluster = simCluster;
        this.hours = hours;
    }

    @Override
    public void started(NodeSight node) {
        notices.remove(node.index());
    }

    @Override
    public void after(NodeSight node, Event event, List<Effect> effects) {
        if (event instanceof Event.NoticeWithdrawn) {
            notices.remove(node.index());
        }
        boolean open = isOpen(node.index());
        if (event instanceof Event.NoticeGiven given) { // it may open just before it hears of it
            notices.put(node.index(), given.notice());
        }
        if (open) {
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

    private boolean isOpen(int node) {
        long now = simCluster.now();
        Notice notice = notices.get(node);
        List<AvailabilitySpan> spans = hours.ofNodes().get(node);
        return (notice == null || now >= notice.untilNanos())
                && (spans == null
                        || spans.stream()
                                .anyMatch(span -> span.fromNanos() <= now && now < span.toNanos()));
    }
}
