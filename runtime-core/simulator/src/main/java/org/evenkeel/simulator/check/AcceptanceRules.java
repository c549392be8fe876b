package org.evenkeel.simulator.check;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.TaskId;

/**
 * S1: whose outcome a client gets, it has been told accepted before, by this owner or another. An
 * owner that was started anew may have died between writing that down and saying it; one to which
 * the client has come again may not have said again yet what was accepted before. A session that is
 * closed is told nothing of the tasks that end with it.
 */
final class AcceptanceRules implements Check {
    private final Map<Long, Long> toldUpTo = new LinkedHashMap<>();
    private final Set<Integer> startedAnew = new LinkedHashSet<>();

    /** A task that its client has submitted to a node. */
    private record Submitted(TaskId task, int node) {}

    private final Set<Submitted> once = new LinkedHashSet<>();
    private final Set<Submitted> again = new LinkedHashSet<>();

    @Override
    public void crashed(NodeSight node) {
        startedAnew.add(node.index());
    }

    @Override
    public void submitted(TaskId task, int epoch, int toNode) {
        Submitted submitted = new Submitted(task, toNode);
        if (!once.add(submitted)) {
            again.add(submitted);
        }
    }

    /** Also what its client does not hear, for it has come again meanwhile. */
    @Override
    public void after(NodeSight node, Event event, List<Effect> effects) {
        for (Effect effect : effects) {
            switch (effect) {
                case Effect.Accept(long session, int _, long upTo) -> {
                    toldUpTo.merge(session, upTo, Math::max);
                    again.removeIf(one ->
                            one.node == node.index()
                                    && one.task.origin() == session
                                    && one.task.number() <= upTo);
                }
                case Effect.Deliver deliver -> checkOpen(deliver, event);
                default -> {}
            }
        }
    }

    private static void checkOpen(Effect.Deliver deliver, Event event) {
        if (event instanceof Event.SessionClosed closed && closed.session() == deliver.session()) {
            TaskId first = new TaskId(closed.session(), deliver.deliveries().getFirst().number());
            throw new Violation("S1", first, first + " is delivered to a session that is closed");
        }
    }

    @Override
    public void completed(TaskId task, Outcome outcome, int fromNode) {
        if (!startedAnew.contains(fromNode)
                && !again.contains(new Submitted(task, fromNode))
                && task.number() > toldUpTo.getOrDefault(task.origin(), 0L)) {
            throw new Violation("S1", task, task + " ended and was never announced as accepted");
        }
    }
}
