package org.evenkeel.simulator.check;

import java.util.List;
import java.util.function.Consumer;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.TaskId;

/** Several checks as one. */
public record Checks(List<Check> all) implements Check {

    /** Nothing is checked. */
    public static final Checks NONE = new Checks(List.of());

    public Checks {
        all = List.copyOf(all);
    }

    private void each(Consumer<Check> what) {
        for (Check check : all) {
            what.accept(check);
        }
    }

    @Override
    public void before(NodeSight node, Event event) {
        each(check -> check.before(node, event));
    }

    @Override
    public void after(NodeSight node, Event event, List<Effect> effects) {
        each(check -> check.after(node, event, effects));
    }

    @Override
    public void settled(NodeSight node) {
        each(check -> check.settled(node));
    }

    @Override
    public void lostDaemon(int openTasks) {
        each(check -> check.lostDaemon(openTasks));
    }

    @Override
    public void performed(NodeSight node, Effect effect) {
        each(check -> check.performed(node, effect));
    }

    @Override
    public void forced(NodeSight node, JournalRecord entry) {
        each(check -> check.forced(node, entry));
    }

    @Override
    public void started(NodeSight node) {
        each(check -> check.started(node));
    }

    @Override
    public void crashed(NodeSight node) {
        each(check -> check.crashed(node));
    }

    @Override
    public void diskLost(NodeSight node) {
        each(check -> check.diskLost(node));
    }

    @Override
    public void workerKilled(NodeSight node, int tasks) {
        each(check -> check.workerKilled(node, tasks));
    }

    @Override
    public void submitted(TaskId task, int epoch, int toNode) {
        each(check -> check.submitted(task, epoch, toNode));
    }

    @Override
    public void completed(TaskId task, Outcome outcome, int fromNode) {
        each(check -> check.completed(task, outcome, fromNode));
    }

    @Override
    public void abandoned(TaskId task) {
        each(check -> check.abandoned(task));
    }

    @Override
    public void executed(NodeSight node, TaskId task, Grant grant) {
        each(check -> check.executed(node, task, grant));
    }

    @Override
    public void atEnd(ClusterSight cluster) {
        each(check -> check.atEnd(cluster));
    }
}
