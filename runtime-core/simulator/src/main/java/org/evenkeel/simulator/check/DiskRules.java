package org.evenkeel.simulator.check;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.NodeInspection;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.PeerMessage;

/**
 * S1 and S4 on disk: for tasks of level DISK, a client hears of acceptance after it was forced, a
 * later grant leaves after it was forced, and an outcome is delivered after it was forced; a node
 * that starts anew has every such task, under no earlier grant than has left it.
 */
final class DiskRules implements Check {

    private record Granted(int node, TaskId task, Grant grant) {}

    private record Entry(int node, TaskId task) {}

    private record Blame(Grant grant, int count) {}

    private final Set<Granted> grants = new LinkedHashSet<>();
    private final Set<Entry> accepted = new LinkedHashSet<>();

    /** Done and forgotten: an outcome may still leave when its client has submitted it again. */
    private final Set<Entry> doneEarlier = new LinkedHashSet<>();

    private final Set<Entry> done = new LinkedHashSet<>();

    /** Whose clients have their outcomes: a late message may bring one to its next owner yet. */
    private final Set<TaskId> completed = new LinkedHashSet<>();

    private record Coming(int node, long session, JobId job) {}

    /**
     * Sessions that come from another owner, and that owner: its disk keeps their tasks so long.
     */
    private final Map<Coming, String> coming = new LinkedHashMap<>();

    private final Map<String, Integer> nodes = new LinkedHashMap<>();
    private final Map<Entry, Grant> left = new LinkedHashMap<>();
    private final Map<Entry, Blame> blame = new LinkedHashMap<>();

    @Override
    public void forced(NodeSight node, JournalRecord entry) {
        if (entry instanceof JournalRecord.JobOpened job) {
            forcedJob(node, job);
        } else if (entry instanceof JournalRecord.JobEnded(JobId job)) {
            coming.keySet().removeIf(one -> one.node() == node.index() && one.job().equals(job));
        }
        if (!(entry instanceof JournalRecord.OfTask ofTask)) {
            return;
        }
        Entry key = new Entry(node.index(), ofTask.task());
        switch (ofTask) {
            case JournalRecord.Accepted e -> {
                accepted.add(key);
                grants.add(new Granted(node.index(), e.task(), e.grant()));
            }
            case JournalRecord.Granted e -> {
                grants.add(new Granted(node.index(), e.task(), e.grant()));
                blame.put(key, new Blame(e.grant(), blameOf(e)));
            }
            case JournalRecord.Done _ -> done.add(key);
            case JournalRecord.Forgotten _ -> {
                accepted.remove(key);
                if (done.remove(key)) {
                    doneEarlier.add(key);
                }
                left.remove(key);
                blame.remove(key);
            }
        }
    }

    @Override
    public void diskLost(NodeSight node) {
        coming.keySet().removeIf(session -> session.node() == node.index());
        accepted.removeIf(entry -> entry.node() == node.index());
        done.removeIf(entry -> entry.node() == node.index());
        doneEarlier.removeIf(entry -> entry.node() == node.index());
        grants.removeIf(entry -> entry.node() == node.index());
        left.keySet().removeIf(entry -> entry.node() == node.index());
        blame.keySet().removeIf(entry -> entry.node() == node.index());
    }

    @Override
    public void completed(TaskId task, Outcome outcome, int fromNode) {
        completed.add(task);
    }

    private static int blameOf(JournalRecord.Granted record) {
        return record.failures() + record.deaths().size();
    }

    @Override
    public void after(NodeSight node, Event event, List<Effect> effects) {
        if (event instanceof Event.Recovered) {
            checkRecovered(node);
        }
        for (Effect effect : effects) {
            if (effect instanceof Effect.Persist(JournalRecord.Granted record)) {
                checkWritten(node, record);
            }
        }
    }

    /** A task is blamed for no less after a restart. */
    private static void checkWritten(NodeSight node, JournalRecord.Granted record) {
        node.books()
                .forEachOwned(own -> {
                    boolean same =
                            own.task().equals(record.task()) && own.grant().equals(record.grant());
                    if (same && own.blame() != blameOf(record)) {
                        throw new Violation("S2", own.task(), record + " is recorded of " + own);
                    }
                });
    }

    private void checkRecovered(NodeSight node) {
        Map<TaskId, NodeInspection.Owned> owned = new LinkedHashMap<>();
        node.books().forEachOwned(own -> owned.put(own.task(), own));
        for (Entry entry : accepted) {
            NodeInspection.Owned own = owned.get(entry.task());
            if (entry.node() == node.index() && (own != null || !isStillAnothers(entry))) {
                if (own == null) {
                    throw new Violation(
                            "S1", entry.task(), entry.task() + " was accepted on disk and is lost");
                }
                Grant last = left.get(entry);
                if (last != null && own.grant().compareTo(last) < 0) {
                    throw new Violation(
                            "S4",
                            entry.task(),
                            "%s: %s had left, recovered under %s"
                                    .formatted(entry.task(), last, own.grant()));
                }
                Blame written = blame.get(entry);
                if (written != null
                        && own.grant().equals(written.grant())
                        && own.blame() != written.count()) {
                    throw new Violation(
                            "S2", entry.task(), written + " was recorded, recovered as " + own);
                }
                if (done.contains(entry) && !own.done()) {
                    throw new Violation(
                            "S1", entry.task(), "the outcome of " + entry.task() + " is lost");
                }
            }
        }
    }

    /** What has come only in part is another's, and not to be found here after a restart. */
    private boolean isStillAnothers(Entry entry) {
        return isComing(entry.node(), entry.task().origin());
    }

    private boolean isComing(int node, long session) {
        return coming.keySet().stream()
                .anyMatch(one -> one.node() == node && one.session() == session);
    }

    private boolean isComing(int node, long session, String from) {
        return coming.entrySet().stream()
                .anyMatch(one ->
                        one.getKey().node() == node
                                && one.getKey().session() == session
                                && one.getValue().equals(from));
    }

    /** An owner releases a session when its next owner has all of it on its disk. */
    private void forcedJob(NodeSight node, JournalRecord.JobOpened job) {
        nodes.put(node.ref().id().name(), node.index());
        Coming session = new Coming(node.index(), job.session(), job.job());
        switch (job.place().kind()) {
            case COMING -> coming.put(session, job.place().node());
            case HERE, GOING -> coming.remove(session);
            case GONE -> {
                coming.remove(session);
                Integer next = nodes.get(job.place().node());
                if (next != null && isComing(next, job.session(), node.ref().id().name())) {
                    throw new Violation(
                            "S1",
                            null,
                            "%s has dropped what was to arrive at n%s: %s"
                                    .formatted(node.ref().id(), next, job));
                }
            }
        }
    }

    @Override
    public void performed(NodeSight node, Effect effect) {
        switch (effect) {
            case Effect.StartTasks e ->
                    e.tasks().forEach(one -> leaves(node, one.task(), one.grant(), true));
            case Effect.Send(var _, PeerMessage.Offer offer) ->
                    offer.tasks()
                            .forEach(one ->
                                    leaves(
                                            node,
                                            one.task(),
                                            one.grant(),
                                            one.owner().equals(node.ref())));
            case Effect.Accept e -> accepts(node, e);
            case Effect.Deliver e ->
                    e.deliveries()
                            .forEach(one -> delivers(node, new TaskId(e.session(), one.number())));
            default -> {}
        }
    }

    private void leaves(NodeSight node, Task task, Grant grant, boolean mayBeOwn) {
        boolean own = accepted.contains(new Entry(node.index(), task.id()));
        boolean onDisk = task.survivesOwner();
        if (mayBeOwn
                && own
                && onDisk
                && !grants.contains(new Granted(node.index(), task.id(), grant))
                && isIssuedHere(node, task.id(), grant)) {
            throw new Violation(
                    "S1",
                    task.id(),
                    "grant " + grant + " of " + task.id() + " left before it was durable");
        }
        if (own && mayBeOwn && isIssuedHere(node, task.id(), grant)) {
            left.merge(
                    new Entry(node.index(), task.id()),
                    grant,
                    (a, b) -> a.compareTo(b) >= 0 ? a : b);
        }
    }

    private static boolean isDurable(NodeSight node, TaskId task) {
        boolean[] found = new boolean[1];
        node.books()
                .forEachOwned(own -> found[0] |= own.task().equals(task) && own.survivesOwner());
        return found[0];
    }

    private static boolean isIssuedHere(NodeSight node, TaskId task, Grant grant) {
        boolean[] found = new boolean[1];
        node.books()
                .forEachOwned(
                        own -> found[0] |= own.task().equals(task) && own.grant().equals(grant));
        return found[0];
    }

    private void accepts(NodeSight node, Effect.Accept accept) {
        node.books()
                .forEachOwned(own -> {
                    boolean named =
                            own.session() == accept.session()
                                    && own.task().number() <= accept.upTo();
                    if (named
                            && own.survivesOwner()
                            && !accepted.contains(new Entry(node.index(), own.task()))
                            && !isPassedOn(own)
                            && !completed.contains(own.task())) {
                        throw new Violation(
                                "S1",
                                own.task(),
                                own.task() + " was announced as accepted and is not on disk");
                    }
                });
    }

    /** Who passes a task on keeps it on its disk until the next owner has it there. */
    private boolean isPassedOn(NodeInspection.Owned own) {
        return own.adopted() != null
                && accepted.stream().anyMatch(entry -> entry.task().equals(own.task()));
    }

    private void delivers(NodeSight node, TaskId task) {
        Entry entry = new Entry(node.index(), task);
        if (isDurable(node, task) && !done.contains(entry) && !doneEarlier.contains(entry)) {
            throw new Violation(
                    "S1", task, "the outcome of " + task + " left before it was durable");
        }
    }
}
