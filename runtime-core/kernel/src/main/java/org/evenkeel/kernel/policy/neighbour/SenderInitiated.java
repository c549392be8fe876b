package org.evenkeel.kernel.policy.neighbour;

import java.util.List;
import org.evenkeel.kernel.policy.Decision;
import org.evenkeel.kernel.policy.Decision.Announcement;
import org.evenkeel.kernel.policy.NodeView;
import org.evenkeel.kernel.policy.Policy;
import org.evenkeel.kernel.policy.TaskArrival;

/**
 * Sender-initiated balancing: a full node pushes a new task to a neighbour known to have room. A
 * task that waits stays where it waits, whoever becomes idle: that is what the hybrid strategy
 * adds.
 */
public final class SenderInitiated implements Policy {

    private final NeighbourScan scan;
    private final Fit fit;

    public SenderInitiated(Fit fit) {
        this.fit = fit;
        this.scan = new NeighbourScan(fit);
    }

    @Override
    public String name() {
        return "sender-initiated(fit=" + fit.spelling() + ")";
    }

    @Override
    public Decision onTask(NodeView view, TaskArrival taskArrival) {
        if (view.hasIdleWorker()) {
            return Decision.START;
        }
        Decision toLow = scan.toLow(view);
        return toLow == null ? scan.toModerateOrWait(view, taskArrival) : toLow;
    }

    @Override
    public boolean movesWaiting(boolean canRunHere) {
        return false;
    }

    @Override
    public List<Announcement> announce(NodeView after) {
        return LoadAnnouncementRule.LAZY.due(after);
    }

    @Override
    public void onNeighboursChanged() {
        scan.forgetIndices();
    }
}
