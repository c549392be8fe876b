package org.evenkeel.policy.neighbour;

import java.util.List;
import org.evenkeel.model.LoadState;
import org.evenkeel.policy.Decision;
import org.evenkeel.policy.Decision.Action;
import org.evenkeel.policy.Decision.Announcement;
import org.evenkeel.policy.NodeView;
import org.evenkeel.policy.Policy;

/**
 * Sender-initiated balancing: a full node pushes a new task to a neighbour known to have room. A
 * task that waits stays where it waits, whoever becomes idle: that is what the hybrid strategy
 * adds.
 */
public final class SenderInitiated implements Policy {

    private static final Decision START = Decision.of(Action.Start.HERE, "a worker is idle");
    private static final Decision START_NEXT = Decision.of(Action.Start.HERE, "a worker is free");
    private static final Decision WAIT =
            Decision.of(Action.Wait.HERE, "all workers are busy and no neighbour has room");

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
    public Decision onTask(NodeView view, int from) {
        if (view.hasIdleWorker()) {
            return START;
        }
        int low = scan.find(view.neighbours(), LoadState.LOW);
        if (low != NeighbourScan.NOBODY) {
            return Decision.of(new Action.Transfer(low), "neighbour is LOW");
        }
        boolean moderateWillDo = !view.queueStack() || from == LOCAL;
        int moderate =
                moderateWillDo
                        ? scan.find(view.neighbours(), LoadState.MODERATE)
                        : NeighbourScan.NOBODY;
        return moderate == NeighbourScan.NOBODY
                ? WAIT
                : Decision.of(new Action.Transfer(moderate), "neighbour is MODERATE");
    }

    @Override
    public Decision onWorkerFree(NodeView view) {
        return view.sample().waiting() > 0 ? START_NEXT : Decision.NOTHING;
    }

    @Override
    public Decision onLoad(NodeView view, int from, LoadState told, int room) {
        return Decision.of(new Action.Believe(from), "neighbour told its load");
    }

    @Override
    public List<Announcement> announce(NodeView after) {
        return LoadTelling.LAZY.due(after);
    }

    @Override
    public void onNeighboursChanged() {
        scan.forgetIndices();
    }
}
