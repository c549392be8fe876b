package org.evenkeel.policy.baseline;

import org.evenkeel.model.LoadState;
import org.evenkeel.policy.Decision;
import org.evenkeel.policy.Decision.Action;
import org.evenkeel.policy.NodeView;
import org.evenkeel.policy.Policy;

/** No balancing: every task runs where it arrives, and nothing is told. */
public final class None implements Policy {

    private static final Decision START = Decision.of(Action.Start.HERE, "a worker is idle");
    private static final Decision WAIT = Decision.of(Action.Wait.HERE, "all workers are busy");

    @Override
    public String name() {
        return "none";
    }

    @Override
    public Decision onTask(NodeView view, int from) {
        return view.hasIdleWorker() ? START : WAIT;
    }

    @Override
    public Decision onWorkerFree(NodeView view) {
        return view.sample().waiting() > 0 ? START : Decision.NOTHING;
    }

    @Override
    public Decision onLoad(NodeView view, int from, LoadState told, int room) {
        return Decision.of(new Action.Believe(from), "for displays only");
    }
}
