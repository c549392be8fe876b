package org.evenkeel.kernel;

import org.evenkeel.kernel.NodeStatus.TaskLine;
import org.evenkeel.model.NodeRef;

/** Tasks as displays show them. */
final class TaskLines {

    /** Its outcome waits for the submitter. */
    static final String DONE = "DONE";

    /** Another node has it. */
    static final String AWAY = "AWAY";

    static TaskLine of(OwnedTask own, NodeRef self) {
        HeldTask here = own.here;
        String state = own.isDone() ? DONE : here == null ? AWAY : here.state().name();
        return new TaskLine(
                own.id(),
                own.task.kind().name(),
                own.grant.toString(),
                self.id().name(),
                state,
                own.holder == null ? null : own.holder.name(),
                here == null ? -1 : here.slot,
                own.task.kind().options().priority(),
                here == null ? "" : here.deferralReason);
    }

    static TaskLine of(HeldTask copy, NodeRef self) {
        return new TaskLine(
                copy.id(),
                copy.task.kind().name(),
                copy.grant.toString(),
                copy.owner.id().name(),
                copy.state().name(),
                self.id().name(),
                copy.slot,
                copy.task.kind().options().priority(),
                copy.deferralReason);
    }
}
