package org.evenkeel.simulator.check;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.Grant;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.Finish;
import org.evenkeel.model.protocol.PeerMessage;

/**
 * L2: nothing runs twice without a reason. The reasons: what a dead process had or owned, what it
 * had handed on to nodes that its owner has no link with, what was in a killed worker, what a
 * client submitted again, attempts that were told to fail, what a node that closed has put back.
 */
public final class EconomyRules implements Check {

    /** What the simulation knows at its end. */
    public interface Totals {
        /** Tasks that were made. */
        long tasks();

        /** Attempts that ended with the exception they were told to throw. */
        long failedAttempts();
    }

    private final ClusterSight cluster;
    private final Totals totals;
    private final boolean suspicions;
    private final Map<TaskId, Integer> byTask = new LinkedHashMap<>();
    private long executions;
    private long excused;

    /**
     * @param suspicions whether nodes can be taken for dead that are not: nothing is checked then
     */
    EconomyRules(ClusterSight cluster, Totals totals, boolean suspicions) {
        this.cluster = cluster;
        this.totals = totals;
        this.suspicions = suspicions;
    }

    @Override
    public void executed(NodeSight node, TaskId task, Grant grant) {
        executions++;
        byTask.merge(task, 1, Integer::sum);
    }

    @Override
    public void crashed(NodeSight node) {
        excused += node.books().held() + (long) node.books().owned();
        for (int i = 0; i < cluster.nodes(); i++) {
            if (i != node.index() && cluster.node(i).isAlive()) {
                excused += outOfSight(cluster.node(i), node);
            }
        }
    }

    /** What an owner believes at a node that is gone and cannot ask for. */
    private long outOfSight(NodeSight owner, NodeSight gone) {
        Set<TaskId> believed = new LinkedHashSet<>();
        owner.books()
                .forEachOwned(own -> {
                    if (!own.done() && gone.ref().id().equals(own.holder())) {
                        believed.add(own.task());
                    }
                });
        LongAdder has = new LongAdder();
        for (int i = 0; i < cluster.nodes() && !believed.isEmpty(); i++) {
            if (i != gone.index()
                    && cluster.node(i).isAlive()
                    && !cluster.isLinked(owner.index(), i)) {
                cluster.node(i)
                        .books()
                        .forEachCopy(copy -> has.add(believed.contains(copy.id()) ? 1 : 0));
                cluster.node(i)
                        .books()
                        .forEachResult(
                                (task, outcome) -> has.add(believed.contains(task.task()) ? 1 : 0));
            }
        }
        return has.sum();
    }

    @Override
    public void after(NodeSight node, Event event, List<Effect> effects) {
        if (event instanceof Event.MessageReceived(var _, PeerMessage.Adopt adopt)) {
            excused += adopt.tasks().size(); // a holder may not hear in time whose they are now
        }
        if (event instanceof Event.TasksFinished finished) {
            for (Finish finish : finished.finishes()) {
                excused += finish.outcome().isSuspended() ? 1 : 0; // it resumes elsewhere
            }
        }
        for (Effect effect : effects) {
            if (effect instanceof Effect.StopTasks stop && !node.books().isOpen()) {
                excused += stop.tasks().size(); // put back
            }
        }
    }

    @Override
    public void workerKilled(NodeSight node, int tasks) {
        excused += tasks;
    }

    @Override
    public void lostDaemon(int openTasks) {
        excused +=
                2L * openTasks; // there, and once more at the daemon that was left, after its lease
    }

    private TaskId mostExecuted() {
        return Collections.max(byTask.entrySet(), Map.Entry.comparingByValue()).getKey();
    }

    @Override
    public void atEnd(ClusterSight cluster) {
        long permitted = totals.tasks() + totals.failedAttempts() + excused;
        if (!suspicions && executions > permitted) {
            throw new Violation(
                    "L2",
                    mostExecuted(),
                    "%s executions of %s tasks, but faults explain only %s"
                            .formatted(executions, totals.tasks(), permitted - totals.tasks()));
        }
    }
}
