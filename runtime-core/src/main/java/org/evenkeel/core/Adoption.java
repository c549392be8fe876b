package org.evenkeel.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.TaskState;
import org.evenkeel.protocol.Message;
import org.evenkeel.protocol.Message.GrantedTask;
import org.evenkeel.protocol.Message.PassedTask;

/**
 * This node becomes the owner of tasks that were another's: a leaving owner passes them on (R11),
 * or a client asks for a job whose owner is gone and of which a replica is kept here.
 *
 * <p>They go on under the grants that are in force; who holds them is asked to say so, and what
 * nobody has said to hold is granted anew, under a higher epoch.
 */
final class Adoption {
    /** What a process has passed on to this one: it is adopted once, however often it is said. */
    private static final class Batches {
        final long process;

        /** By number: one that could not be taken at its time comes after later ones. */
        final Set<Long> taken = new LinkedHashSet<>(1);

        final Set<Long> unanswered = new LinkedHashSet<>(1);

        Batches(long process) {
            this.process = process;
        }
    }

    private final Map<NodeId, Batches> passed = new LinkedHashMap<>();
    private final Context context;
    private final OwnerLedger ledger;
    private final ReplicaShelf shelf;
    private final AbsentOwners absent;
    private final Links links;

    Adoption(
            Context context,
            OwnerLedger ledger,
            ReplicaShelf shelf,
            AbsentOwners absent,
            Links links) {
        this.context = context;
        this.ledger = ledger;
        this.shelf = shelf;
        this.absent = absent;
        this.links = links;
    }

    /** What this node keeps of a job for an owner whose process is gone; empty when nothing. */
    List<Event.Replica> orphansOf(JobId job) {
        return shelf.orphansOf(job, absent);
    }

    /** The jobs that can be taken over. */
    Set<JobId> orphanedJobs() {
        return shelf.orphanedJobs(absent);
    }

    void takeOver(Event.JobTakenOver event) {
        List<Event.Replica> replicas = orphansOf(event.job());
        List<GrantedTask> open = new ArrayList<>();
        for (Event.Replica one : replicas) {
            TaskState state = one.state();
            ledger.adopt(state, state.grant(), state.grant().takenOver(), () -> {});
            shelf.taken(one);
            if (!state.isDone()) {
                open.add(new GrantedTask(state.id(), state.grant()));
            }
        }
        if (!replicas.isEmpty()) {
            long session = replicas.getFirst().state().session();
            ledger.openJob(new Event.JobOpened(session, event.job(), event.name(), true, ""));
        }
        askHolders(open);
    }

    /** A leaving owner passes tasks on; said again, they are here already. */
    void adopt(NodeRef from, Message.Adopt message) {
        Batches batches = batches(from);
        if (!batches.taken.add(message.batch())) {
            message.tasks().forEach(one -> context.out.release(one.state()));
            if (!batches.unanswered.contains(message.batch())) {
                context.out.send(from, new Message.Adopted(message.batch()));
            }
            return;
        }
        batches.unanswered.add(message.batch());
        List<TaskState> tasks = new ArrayList<>(message.tasks().size());
        List<GrantedTask> open = new ArrayList<>();
        for (JournalRecord.JobOpened job : message.jobs()) {
            ledger.adoptJob(job);
        }
        Runnable answer = answer(from, message);
        for (PassedTask one : message.tasks()) {
            TaskState state = one.state();
            ledger.sessions().adopt(state.session(), one.attachment());
            if (ledger.adopt(state, one.inForce(), state.grant(), answer) && !state.isDone()) {
                open.add(new GrantedTask(state.id(), one.inForce()));
            }
            tasks.add(state);
        }
        context.out.later(new Effect.AdoptSessions(from, tasks, message.jobs()));
        askHolders(open);
    }

    private Batches batches(NodeRef from) {
        Batches known = passed.get(from.id());
        if (known == null || known.process != from.incarnation()) {
            known = new Batches(from.incarnation());
            passed.put(from.id(), known);
        }
        return known;
    }

    /** To be run once for each task of the batch: at the last one, all are durable. */
    private Runnable answer(NodeRef from, Message.Adopt message) {
        int[] left = {message.tasks().size()};
        return () -> {
            left[0]--;
            if (left[0] == 0) {
                batches(from).unanswered.remove(message.batch());
                context.out.send(from, new Message.Adopted(message.batch()));
            }
        };
    }

    /**
     * Asks again for what was adopted and nobody has said to hold: when the question came, the task
     * was on its way between two nodes.
     */
    void remind() {
        List<GrantedTask> open = new ArrayList<>();
        for (OwnedTask entry : ledger.owned().all()) {
            if (entry.adopted != null && entry.awaited && !entry.isDone() && entry.here == null) {
                open.add(new GrantedTask(entry.id(), entry.inForce()));
                if (open.size() == Message.Adopt.MAX_TASKS) {
                    askHolders(open);
                    open = new ArrayList<>();
                }
            }
        }
        askHolders(open);
    }

    private void askHolders(List<GrantedTask> open) {
        if (open.isEmpty()) {
            return;
        }
        for (Links.Peer peer : links.up()) {
            context.out.send(peer.ref, new Message.Moved(open, context.self));
        }
    }
}
