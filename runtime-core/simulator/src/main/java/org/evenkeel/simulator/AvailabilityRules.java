package org.evenkeel.simulator;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.Notice;
import org.evenkeel.model.AvailabilitySpan;
import org.evenkeel.model.TaskId;
import org.evenkeel.simulator.check.Check;
import org.evenkeel.simulator.check.NodeSight;
import org.evenkeel.simulator.check.Violation;

/**
 * H1: nothing starts on a node that is closed, or was told that it is to give up its processors.
 * Judged by what it was told, not by what it says. H2: workers that are frozen are not asked to
 * suspend what they run or to make checkpoints of it.
 */
final class AvailabilityRules implements Check {
    private final SimCluster simCluster;
    private final SimAvailability hours;
    private final Map<Told, Notice> notices = new LinkedHashMap<>();
    private final Set<Integer> frozen = new LinkedHashSet<>();

    private record Told(int node, Notice.Source by) {}

    AvailabilityRules(SimCluster simCluster, SimAvailability hours) {
        this.simCluster = simCluster;
        this.hours = hours;
    }

    @Override
    public void started(NodeSight node) {
        notices.keySet().removeIf(told -> told.node() == node.index());
        frozen.remove(node.index());
    }

    @Override
    public void after(NodeSight node, Event event, List<Effect> effects) {
        checkFrozen(node, effects);
        if (event instanceof Event.NoticeWithdrawn withdrawn) {
            notices.remove(new Told(node.index(), withdrawn.source()));
        }
        boolean open = isOpen(node.index()); // it may open just before it hears of a notice
        if (event instanceof Event.NoticeGiven given) { // or by one that replaces another
            Notice notice = given.notice();
            notices.put(new Told(node.index(), notice.source()), notice);
        }
        if (open || isOpen(node.index())) {
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

    private void checkFrozen(NodeSight node, List<Effect> effects) {
        boolean before = frozen.contains(node.index());
        for (Effect effect : effects) {
            if (effect instanceof Effect.FreezeWorkers freeze) {
                if (freeze.frozen()) {
                    frozen.add(node.index());
                } else {
                    frozen.remove(node.index());
                }
            }
        }
        if (!before || !frozen.contains(node.index())) {
            return; // also where they are asked, and frozen at once
        }
        for (Effect effect : effects) {
            if (effect instanceof Effect.SuspendTasks suspend) {
                throw asked(node, suspend.tasks().getFirst().task());
            }
            if (effect instanceof Effect.CheckpointTasks checkpoint) {
                throw asked(node, checkpoint.tasks().getFirst().task());
            }
        }
    }

    private static Violation asked(NodeSight node, TaskId task) {
        return new Violation("H2", task, node.ref().id() + " asks workers that are frozen");
    }

    private boolean isOpen(int node) {
        long now = simCluster.now();
        List<AvailabilitySpan> spans = hours.ofNodes().get(node);
        return notices.entrySet().stream()
                        .noneMatch(each ->
                                each.getKey().node() == node && now < each.getValue().untilNanos())
                && (spans == null
                        || spans.stream()
                                .anyMatch(span -> span.fromNanos() <= now && now < span.toNanos()));
    }
}
