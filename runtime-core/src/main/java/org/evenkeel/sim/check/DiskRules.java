package org.evenkeel.sim.check;

import java.util.LinkedHashSet;
import java.util.Set;
import org.evenkeel.core.Effect;
import org.evenkeel.core.JournalRecord;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.protocol.Message;

/**
 * S1 on disk: for tasks of level DISK, a client hears of acceptance after it was forced, a later
 * grant leaves after it was forced, and an outcome is delivered after it was forced.
 */
final class DiskRules implements Check {

    private record Granted(int node, TaskId task, Grant grant) {}

    private record Entry(int node, TaskId task) {}

    private final Set<Granted> grants = new LinkedHashSet<>();
    private final Set<Entry> accepted = new LinkedHashSet<>();
    private final Set<Entry> done = new LinkedHashSet<>();

    @Override
    public void forced(NodeSight node, JournalRecord entry) {
        if (!(entry instanceof JournalRecord.OfTask ofTask)) {
            return;
        }
        Entry key = new Entry(node.index(), ofTask.task());
        switch (ofTask) {
            case JournalRecord.Accepted e -> {
                accepted.add(key);
                grants.add(new Granted(node.index(), e.task(), e.grant()));
            }
            case JournalRecord.Granted e ->
                    grants.add(new Granted(node.index(), e.task(), e.grant()));
            case JournalRecord.Done _ -> done.add(key);
            case JournalRecord.Forgotten _ -> done.remove(key);
        }
    }

    @Override
    public void performed(NodeSight node, Effect effect) {
        switch (effect) {
            case Effect.StartTasks e ->
                    e.tasks().forEach(one -> leaves(node, one.task(), one.grant(), true));
            case Effect.Send(var _, Message.Offer offer) ->
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
        boolean onDisk = task.kind().options().durability() != Durability.MEMORY;
        if (mayBeOwn
                && own
                && onDisk
                && !grants.contains(new Granted(node.index(), task.id(), grant))
                && isIssuedHere(node, task.id(), grant)) {
            throw new Violation(
                    "S1", task.id(), "grant " + grant + " of " + task.id() + " left unforced");
        }
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
                    if (named && !accepted.contains(new Entry(node.index(), own.task()))) {
                        throw new Violation(
                                "S1", own.task(), own.task() + " is told accepted and not on disk");
                    }
                });
    }

    private void delivers(NodeSight node, TaskId task) {
        if (!done.contains(new Entry(node.index(), task))) {
            throw new Violation("S1", task, "the outcome of " + task + " left unforced");
        }
    }
}
