package org.evenkeel.kernel.policy.neighbour;

import java.util.List;
import org.evenkeel.kernel.policy.Decision;
import org.evenkeel.kernel.policy.Decision.Action;
import org.evenkeel.kernel.policy.NeighbourView;
import org.evenkeel.kernel.policy.NodeView;
import org.evenkeel.kernel.policy.Policy;
import org.evenkeel.kernel.policy.TaskArrival;

/**
 * Receiver-initiated balancing: a node with an idle worker and nothing waiting asks its neighbours
 * one by one; after a full round without a task it sleeps lambda.
 */
public final class ReceiverInitiated implements Policy {

    private final RequestPause lambda;
    private final RequestRound round;
    private int next;

    public ReceiverInitiated(RequestPause lambda) {
        this.lambda = lambda;
        this.round = new RequestRound(lambda);
    }

    @Override
    public String name() {
        return "receiver-initiated(lambda=" + lambda.spelling() + ")";
    }

    @Override
    public Decision onTask(NodeView view, TaskArrival taskArrival) {
        round.arrived(taskArrival);
        return Decision.keep(view);
    }

    /** Gives at most half of what waits here, so that two nodes do not only swap the backlog. */
    @Override
    public Decision onRequest(NodeView view, int from, int room) {
        int spare = (view.sample().waiting() + 1) / 2;
        return spare > 0
                ? Decision.of(Action.Give.to(from, Math.min(room, spare)), "neighbour asked")
                : Decision.of(new Action.Refuse(from), "no task waits here");
    }

    @Override
    public boolean givesOnlyWhenAsked() {
        return true;
    }

    @Override
    public Decision onNothingToGive(NodeView view, int from) {
        return round.nothing(view, from);
    }

    @Override
    public Decision onTimer(NodeView view) {
        round.woke();
        return Decision.NOTHING;
    }

    @Override
    public Decision onSettled(NodeView after) {
        if (!round.mayAsk(after)) {
            return Decision.NOTHING;
        }
        List<NeighbourView> neighbours = after.neighbours();
        for (int step = 0; step < neighbours.size(); step++) {
            int index = (next + step) % neighbours.size();
            if (neighbours.get(index).linked()) {
                next = index + 1;
                return round.ask(index, Action.Request.ROOM);
            }
        }
        return Decision.NOTHING;
    }

    @Override
    public void onNeighboursChanged() {
        round.forgetIndices();
        next = 0;
    }
}
