package org.evenkeel.kernel.policy.baseline;

import org.evenkeel.kernel.policy.Decision;
import org.evenkeel.kernel.policy.NodeView;
import org.evenkeel.kernel.policy.Policy;
import org.evenkeel.kernel.policy.TaskArrival;

/** No balancing: every task runs where it arrives, and nothing is told. */
public final class NoBalancing implements Policy {

    @Override
    public String name() {
        return "none";
    }

    @Override
    public boolean handsOn() {
        return false;
    }

    @Override
    public Decision onTask(NodeView view, TaskArrival taskArrival) {
        return Decision.keep(view);
    }
}
