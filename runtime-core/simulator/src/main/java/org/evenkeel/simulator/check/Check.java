package org.evenkeel.simulator.check;

import java.util.List;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.TaskId;

/** Watches a simulated cluster and throws {@link Violation} at the event that breaks its rule. */
public interface Check {

    /** A node is about to handle an event. */
    default void before(NodeSight node, Event event) {}

    /** It has; the effects are not yet performed. */
    default void after(NodeSight node, Event event, List<Effect> effects) {}

    /** All effects of its last event are performed, those excepted that wait for its disk. */
    default void settled(NodeSight node) {}

    /** An effect is performed now; what had to be durable before is. */
    default void performed(NodeSight node, Effect effect) {}

    /** A journal record of the node is on its disk, forced. */
    default void forced(NodeSight node, JournalRecord entry) {}

    /** A node's process begins. */
    default void started(NodeSight node) {}

    /** A node's process died, with its workers; the books are as they were. */
    default void crashed(NodeSight node) {}

    /** A node's process died, and nothing is left of its disk. */
    default void diskLost(NodeSight node) {}

    /** A worker died in a slot with so many tasks in it. */
    default void workerKilled(NodeSight node, int tasks) {}

    /** A client has given up on its daemon and will submit so many open tasks again. */
    default void lostDaemon(int openTasks) {}

    /** A client submits a task, again when the epoch is above 1. */
    default void submitted(TaskId task, int epoch, int toNode) {}

    /** A client's future completes. */
    default void completed(TaskId task, Outcome outcome, int fromNode) {}

    /** Nobody wants the outcome of a task any more: its client has died and will not ask for it. */
    default void abandoned(TaskId task) {}

    /** A worker begins an execution. */
    default void executed(NodeSight node, TaskId task, Grant grant) {}

    /** Everything has ended and leases have run out. */
    default void atEnd(ClusterSight cluster) {}
}
