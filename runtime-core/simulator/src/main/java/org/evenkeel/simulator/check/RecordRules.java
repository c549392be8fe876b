package org.evenkeel.simulator.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.NodeInspection;
import org.evenkeel.model.Grant;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.evenkeel.model.protocol.Submission;
import org.jspecify.annotations.Nullable;

/**
 * What the records of the nodes may say between two events (docs/delivery.md).
 *
 * <ul>
 *   <li>S1: an accepted task stays in its owner's records until its client has its outcome, or has
 *       submitted it elsewhere;
 *   <li>S4: an owner's grants of a task increase, and no two owners issue the same;
 *   <li>S5: at most one node may run a task under one grant;
 *   <li>S6, S7: an outcome is committed once, under the current grant;
 *   <li>S10: what is being handed over neither runs nor is offered again before it is answered;
 *   <li>R6: an owner that has no copy itself knows that another has it, or that it does not know;
 *   <li>R11: a node says that it has left when it owns and holds nothing any more.
 * </ul>
 */
final class RecordRules implements Check {

    private record Submitted(int node, int epoch) {}

    private final Map<Integer, Snapshot> last = new LinkedHashMap<>();
    private final Map<GrantedTask, Integer> runnableAt = new LinkedHashMap<>();
    private final Map<GrantedTask, Long> issuers = new LinkedHashMap<>();
    private final Map<TaskId, Submitted> submittedTo = new LinkedHashMap<>();
    private final Map<TaskId, Integer> acceptedBy = new LinkedHashMap<>();
    private final Map<TaskId, Integer> adoptedEpochs = new LinkedHashMap<>();

    @Override
    public void submitted(TaskId task, int epoch, int toNode) {
        submittedTo.put(task, new Submitted(toNode, epoch));
        acceptedBy.remove(task);
    }

    @Override
    public void completed(TaskId task, Outcome outcome, int fromNode) {
        submittedTo.remove(task);
        acceptedBy.remove(task);
    }

    @Override
    public void abandoned(TaskId task) {
        submittedTo.remove(task);
        acceptedBy.remove(task);
    }

    @Override
    public void crashed(NodeSight node) {
        Snapshot lost = last.remove(node.index());
        if (lost != null) {
            lost.copies().keySet().forEach(key -> runnableAt.remove(key, node.index()));
            lost.owned().keySet().forEach(task -> acceptedBy.remove(task, node.index()));
        }
    }

    @Override
    public void after(NodeSight node, Event event, List<Effect> effects) {
        Snapshot before = last.getOrDefault(node.index(), Snapshot.EMPTY);
        Snapshot now = Snapshot.of(node.books());
        last.put(node.index(), now);
        checkCopies(node, event, before, now);
        checkOwned(node, event, before, now);
        if (effects.stream().anyMatch(effect -> effect instanceof Effect.Drained)) {
            checkLeft(node);
        }
        if (event instanceof Event.TasksSubmitted submitted) {
            submitted.submissions().forEach(one -> accepted(node, one, now));
        }
    }

    private void accepted(NodeSight node, Submission one, Snapshot now) {
        TaskId task = one.task().id();
        Submitted wanted = new Submitted(node.index(), one.epoch());
        NodeInspection.Owned owned = now.owned().get(task);
        // One that is being passed on is still owned as it was submitted before.
        boolean accepted = owned != null && owned.grant().epoch() >= one.epoch();
        if (accepted && wanted.equals(submittedTo.get(task))) {
            acceptedBy.put(task, node.index());
        }
    }

    // ---- Copies

    private void checkCopies(NodeSight node, Event event, Snapshot before, Snapshot now) {
        for (var entry : before.copies().entrySet()) {
            Snapshot.Copy copy = now.copies().get(entry.getKey());
            if (copy == null || !copy.isRunnable()) {
                runnableAt.remove(entry.getKey(), node.index());
            }
        }
        for (var entry : now.copies().entrySet()) {
            GrantedTask key = entry.getKey();
            Snapshot.Copy copy = entry.getValue();
            if (copy.isRunnable()) {
                Integer other = runnableAt.put(key, node.index());
                if (other != null && other != node.index()) {
                    throw new Violation(
                            "S5",
                            key.task(),
                            key + " may run on n" + other + " and on n" + node.index());
                }
            }
            checkHanding(event, key, before.copies().get(key), copy);
        }
    }

    private static void checkHanding(
            Event event, GrantedTask key, Snapshot.@Nullable Copy before, Snapshot.Copy now) {
        if (before == null || before.isRunnable() || before.equals(now) || answers(event)) {
            return;
        }
        throw new Violation(
                "S10",
                key.task(),
                key + " was being handed over and is " + now.state() + " without an answer");
    }

    private static boolean answers(Event event) {
        return event instanceof Event.MessageReceived m
                && (m.peerMessage() instanceof PeerMessage.OfferAnswer
                        || m.peerMessage() instanceof PeerMessage.Offer);
    }

    // ---- Owned tasks

    /** A result that waited at the next owner may fail there, and the task be granted anew. */
    private static boolean adopts(Event event) {
        return event instanceof Event.JobTakenOver
                || event instanceof Event.MessageReceived m
                        && m.peerMessage() instanceof PeerMessage.AdoptAll;
    }

    private void checkOwned(NodeSight node, Event event, Snapshot before, Snapshot now) {
        for (NodeInspection.Owned was : before.owned().values()) {
            if (!now.owned().containsKey(was.task())) {
                checkForgotten(node, event, was);
            }
        }
        for (NodeInspection.Owned is : now.owned().values()) {
            NodeInspection.Owned was = before.owned().get(is.task());
            boolean isNew = was == null || is.grant().epoch() > was.grant().epoch();
            if (isNew && adopts(event) || was == null && is.adopted() != null) {
                adoptedEpochs.merge(is.task(), is.grant().epoch(), Math::max);
            }
            checkGrant(node, was, is);
            if (!is.done() && is.copy() == null && node.ref().id().equals(is.holder())) {
                throw new Violation(
                        "R6", is.task(), node.ref().id() + " does not know which node holds " + is);
            }
            if (is.done() && (was == null || !was.done())) {
                checkCommit(event, is.task(), was == null ? is : was);
            } else if (!is.done()
                    && was != null
                    && was.done()
                    && is.grant().epoch() == was.grant().epoch()) {
                throw new Violation("S6", is.task(), is.task() + " was done and is open again");
            }
        }
    }

    private void checkForgotten(NodeSight node, Event event, NodeInspection.Owned was) {
        Integer where = acceptedBy.get(was.task());
        boolean first = where != null && where == node.index();
        if (first && !isOwnedAbove(was) && !isOwnedAtItsClient(node, event, was)) {
            throw new Violation(
                    "S1",
                    was.task(),
                    was.task() + " was forgotten by n" + where + " before its client knew its end");
        }
    }

    /** Whether another node owns it under a higher epoch: it was passed on. */
    private boolean isOwnedAbove(NodeInspection.Owned was) {
        Grant adopted = was.adopted();
        Grant before = adopted == null ? was.grant() : adopted;
        return adoptedEpochs.getOrDefault(was.task(), 0) > before.epoch();
    }

    /**
     * Whether its client is at another node that owns it. That one had passed it on, and its
     * successor ended before it said that it had passed it on in turn: the grant there is lower.
     */
    private boolean isOwnedAtItsClient(NodeSight node, Event event, NodeInspection.Owned was) {
        boolean moved =
                event instanceof Event.MessageReceived m
                        && m.peerMessage() instanceof PeerMessage.SessionMoved;
        return moved
                && last.entrySet().stream()
                        .anyMatch(other ->
                                other.getKey() != node.index()
                                        && other.getValue().owned().containsKey(was.task()));
    }

    private void checkGrant(
            NodeSight node, NodeInspection.@Nullable Owned was, NodeInspection.Owned is) {
        if (was != null && is.grant().compareTo(was.grant()) < 0) {
            throw new Violation(
                    "S4", is.task(), is.task() + ": " + is.grant() + " after " + was.grant());
        }
        if (was == null || !was.grant().equals(is.grant())) {
            long process = is.survivesOwner() ? 0 : node.ref().incarnation();
            long issuer = process * 1_000_003 + node.index();
            Long other = issuers.put(new GrantedTask(is.task(), is.grant()), issuer);
            if (other != null && other != issuer) {
                throw new Violation(
                        "S4",
                        is.task(),
                        is.task() + ": " + is.grant() + " was issued by another node");
            }
        }
    }

    /** An event that brings results of a task commits one of the current grant, or none. */
    private static void checkCommit(Event event, TaskId task, NodeInspection.Owned owned) {
        Grant current = owned.grant();
        boolean named = false;
        boolean others = false;
        for (GrantedTask result : resultsOf(event)) {
            others |= !result.task().equals(task); // one of them may answer for a tail call
            if (result.task().equals(task)) {
                named = true;
                if (result.grant().equals(current) || result.grant().equals(owned.adopted())) {
                    return;
                }
            }
        }
        if (named && !others) {
            throw new Violation(
                    "S7",
                    task,
                    "a result of " + task + " was committed although its grant is not " + current);
        }
    }

    private static List<GrantedTask> resultsOf(Event event) {
        return switch (event) {
            case Event.TasksFinished e ->
                    e.finishes().stream().map(f -> new GrantedTask(f.task(), f.grant())).toList();
            case Event.MessageReceived(var _, PeerMessage.Results results) ->
                    results.results().stream()
                            .map(r -> new GrantedTask(r.task(), r.grant()))
                            .toList();
            default -> List.of();
        };
    }

    @Override
    public void atEnd(ClusterSight cluster) {
        for (int i = 0; i < cluster.nodes(); i++) {
            if (cluster.node(i).isAlive()) { // one that is lost for good has what it had
                checkEmpty("S14", cluster.node(i));
                checkIdle(cluster.node(i));
            }
        }
    }

    /** Alone a node leaves with nothing; where all leave, with nothing that runs. */
    private static void checkLeft(NodeSight node) {
        if (!node.books().isLeavingTogether()) {
            checkEmpty("R11", node);
        } else if (!Snapshot.of(node.books()).isEmpty() && node.books().busy() > 0) {
            throw new Violation("R11", null, node.ref().id() + " drains while a task is running");
        }
    }

    /** When no client wants anything any more, or a node has left, it has nothing any more. */
    private static void checkEmpty(String rule, NodeSight node) {
        Snapshot books = Snapshot.of(node.books());
        if (!books.owned().isEmpty()) {
            NodeInspection.Owned left = books.owned().values().iterator().next();
            throw new Violation(rule, left.task(), node.ref().id() + " still owns " + left);
        }
        if (!books.copies().isEmpty() || node.books().held() > 0) {
            List<GrantedTask> results = new ArrayList<>();
            node.books().forEachResult((result, _) -> results.add(result));
            TaskId task =
                    books.copies().isEmpty()
                            ? results.isEmpty() ? null : results.getFirst().task()
                            : books.copies().keySet().iterator().next().task();
            throw new Violation(
                    rule,
                    task,
                    node.ref().id() + " still holds: " + books.copies() + ", results " + results);
        }
    }

    private static void checkIdle(NodeSight node) {
        if (node.books().busy() > 0 || node.runningWorkers() > 0) {
            throw new Violation(
                    "S14",
                    null,
                    "%s has %s busy slots and %s workers that run: %s"
                            .formatted(
                                    node.ref().id(),
                                    node.books().busy(),
                                    node.runningWorkers(),
                                    node.books().slots()));
        }
    }
}
