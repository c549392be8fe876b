package org.evenkeel.policy.baseline;

import org.evenkeel.policy.Arrival;
import org.evenkeel.policy.Decision;
import org.evenkeel.policy.NodeView;
import org.evenkeel.policy.Policy;

/** No balancing: every task runs where it arrives, and nothing is told. */
public final class None implements Policy {

    @Override
    public String name() {
        return "none";
    }

    @Override
    public boolean handsOn() {
        return false;
    }

    @Override
    public Decision onTask(NodeView view, Arrival arrival) {
        return Decision.keep(view);
    }
}
