package org.evenkeel.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.TaskId;
import org.evenkeel.protocol.Message;
import org.evenkeel.protocol.Message.GrantedTask;
import org.evenkeel.protocol.Message.PassedTask;
import org.evenkeel.trace.TraceKind;
import org.jspecify.annotations.Nullable;

/**
 * A leaving owner passes what clients submitted to it to one successor (R11).
 *
 * <p>A task: {@code owned -> being passed (this node commits nothing of it any more; its own copy
 * is the successor's already) -> passed (holders and the client are told) | owned again, when the
 * successor's process is gone}. Children stay: their parents end here. A successor that leaves
 * itself answers all the same, and passes on what it has adopted; only then another one is chosen.
 */
final class Succession {
    /** A task that is given, and the grant its next owner begins with. */
    private record Given(OwnedTask task, Grant first) {}

    private final Context context;
    private final OwnedTasks owned;
    private final Records records;
    private final OwnerLedger ledger;
    private final Custody custody;
    private final Checkpoints checkpoints;
    private final Replicas.Peers peers;
    private final TreeMap<Long, List<Given>> batches = new TreeMap<>();
    private final List<Given> ready = new ArrayList<>();
    private final Map<TaskId, NodeRef> passed = new LinkedHashMap<>();
    private final Set<Long> sessions = new LinkedHashSet<>();

    /** How many tasks of each session have been said to the successor and are still owned here. */
    private final Map<Long, Integer> said = new LinkedHashMap<>();

    private @Nullable NodeRef successor;
    private boolean successorLeaves;
    private long lastBatch;

    Succession(
            Context context,
            OwnedTasks owned,
            Records records,
            OwnerLedger ledger,
            Custody custody,
            Checkpoints checkpoints,
            Replicas.Peers peers) {
        this.context = context;
        this.owned = owned;
        this.records = records;
        this.ledger = ledger;
        this.custody = custody;
        this.checkpoints = checkpoints;
        this.peers = peers;
    }

    /** Passes on what can be; called again and again while the node leaves. */
    void push() {
        if (successor == null || successorLeaves && !isAnythingPassing()) {
            successor = peers.first();
            successorLeaves = false;
        }
        NodeRef to = successor;
        if (to == null || !peers.isUsable(to)) {
            return;
        }
        List<OwnedTask> next = new ArrayList<>();
        for (OwnedTask task : owned.all()) {
            boolean ready = !task.isPassing && !task.isBeingWritten() && task.tailFor == null;
            if (ready && !task.task.isSpawned() && task.grant.isPassable()) {
                next.add(task);
            }
        }
        next.forEach(task -> begin(task, to));
        sayReady(to);
    }

    private boolean isAnythingPassing() {
        for (OwnedTask task : owned.all()) {
            if (task.isPassing) {
                return true;
            }
        }
        return false;
    }

    /** What this node keeps of it is above what it gives, and durable before it is given. */
    private void begin(OwnedTask task, NodeRef to) {
        task.isPassing = true;
        sessions.add(task.session);
        ledger.sessions().passing(task.session);
        HeldTask copy = task.here;
        if (copy != null) {
            task.here = null;
            task.holder = null;
            task.isHeldHere = true;
            context.out.retain(task.task);
            copy.owner = to;
            custody.add(copy);
        }
        task.adopted = task.inForce();
        task.grant = task.grant.kept();
        Given given = new Given(task, task.grant.given());
        records.granted(
                task,
                () -> {
                    ready.add(given);
                    if (ready.size() >= Message.Adopt.MAX_TASKS || task.isReplicated()) {
                        sayReady(to);
                    }
                });
    }

    private void sayReady(NodeRef to) {
        List<Given> all = List.copyOf(ready);
        ready.clear();
        if (!to.equals(successor)) {
            return; // it has been taken back meanwhile
        }
        for (int from = 0; from < all.size(); from += Message.Adopt.MAX_TASKS) {
            int end = Math.min(all.size(), from + Message.Adopt.MAX_TASKS);
            List<Given> batch = List.copyOf(all.subList(from, end));
            batches.put(++lastBatch, batch);
            say(lastBatch, batch, to);
        }
    }

    private void say(long number, List<Given> batch, NodeRef to) {
        List<PassedTask> tasks = new ArrayList<>(batch.size());
        Map<JobId, JournalRecord.JobOpened> jobs = new LinkedHashMap<>();
        for (Given given : batch) {
            OwnedTask task = given.task;
            int attachment = ledger.sessions().attachment(task.session);
            tasks.add(new PassedTask(task.state(given.first), task.inForce(), attachment));
            JournalRecord.JobOpened job = ledger.jobs().outliving(task.task.kind().job());
            if (job != null) {
                jobs.put(job.job(), job);
            }
        }
        batch.forEach(given -> said.merge(given.task.session, 1, Integer::sum));
        jobs.replaceAll((id, job) -> isWhole(job.session()) ? job : job.at(0));
        context.out.send(to, new Message.Adopt(number, tasks, List.copyOf(jobs.values())));
    }

    /** Whether the successor has all that a client submitted with what has been said until now. */
    private boolean isWhole(long session) {
        return said.getOrDefault(session, 0) >= owned.submitted(session);
    }

    /** The successor owns a batch. */
    void adopted(NodeRef by, long batch) {
        List<Given> tasks = by.equals(successor) ? batches.remove(batch) : null;
        if (tasks == null) {
            return;
        }
        List<GrantedTask> open = new ArrayList<>();
        for (Given given : tasks) {
            OwnedTask task = given.task;
            if (owned.get(task.id()) == task) {
                context.tell(task.id(), TraceKind.PASSED, by.id(), "");
                said.merge(task.session, -1, Integer::sum);
                passed.put(task.id(), by);
                if (!task.isDone()) {
                    open.add(new GrantedTask(task.id(), task.inForce()));
                    tellHolder(task, by);
                }
                ledger.passed(task);
            }
        }
        for (GrantedTask one : open) {
            custody.resendResult(one);
        }
        if (!open.isEmpty()) {
            checkpoints.resend(by.id());
        }
        if (batches.isEmpty() && ready.isEmpty()) {
            passSessions(by);
        }
    }

    private void tellHolder(OwnedTask task, NodeRef next) {
        NodeRef holder = task.holder == null ? null : ledger.holder(task.holder);
        if (holder != null) {
            List<GrantedTask> one = List.of(new GrantedTask(task.id(), task.inForce()));
            context.out.send(holder, new Message.Moved(one, next));
        }
    }

    /** Clients go to the next owner when it has all of theirs. */
    private void passSessions(NodeRef to) {
        Set<Long> staying = new LinkedHashSet<>();
        for (OwnedTask task : owned.all()) {
            if (!task.task.isSpawned()) {
                staying.add(task.session);
            }
        }
        for (long session : List.copyOf(sessions)) {
            if (!staying.contains(session)) {
                sessions.remove(session);
                context.out.later(new Effect.PassSession(session, to));
            }
        }
    }

    // ---- While it lasts

    /** Whether this node commits nothing of the task any more. */
    boolean isPassing(TaskId id) {
        OwnedTask task = owned.get(id);
        return task != null && task.isPassing;
    }

    /** Who owns a task that was owned here, null when it was not. */
    @Nullable NodeRef ownerOf(TaskId id) {
        return passed.get(id);
    }

    /** Whether somebody else is, or is about to be, the owner of the task; who asks is told. */
    boolean isPassedOn(TaskId task, Grant grant, NodeRef asker) {
        NodeRef owner = ownerOf(task);
        if (owner != null) {
            Message.Moved moved = new Message.Moved(List.of(new GrantedTask(task, grant)), owner);
            context.out.send(asker, moved);
        }
        return owner != null || isPassing(task);
    }

    /** The link to the successor is up again: what it has not answered is said again. */
    void peerUp(NodeRef peer) {
        if (peer.equals(successor)) {
            said.clear();
            batches.forEach((number, tasks) -> say(number, tasks, peer));
        }
    }

    /** It goes on answering, and is given nothing more. */
    void leaves(NodeRef peer) {
        successorLeaves |= peer.equals(successor);
    }

    /** A process is gone: what it has not answered, being the successor, is owned here again. */
    void lost(NodeRef peer) {
        Set<Long> halved = follow(peer);
        NodeRef to = successor;
        if (to == null || !to.id().equals(peer.id())) {
            return;
        }
        successor = null;
        said.clear();
        batches.clear();
        ready.clear();
        Set<Long> kept = new LinkedHashSet<>();
        for (OwnedTask task : List.copyOf(owned.all())) {
            if (task.isPassing) {
                takeBack(task);
                kept.add(task.session);
            }
        }
        kept.removeAll(halved);
        kept.forEach(ledger.sessions()::stays);
        push();
    }

    /**
     * Clients that are still here and of whose tasks it had taken a part are sent there all the
     * same: they find it gone, and submit everything again elsewhere.
     */
    private Set<Long> follow(NodeRef gone) {
        Set<Long> halved = new LinkedHashSet<>();
        passed.forEach((task, owner) -> {
            if (owner.id().equals(gone.id()) && sessions.contains(task.origin())) {
                halved.add(task.origin());
            }
        });
        sessions.removeAll(halved);
        halved.forEach(session -> context.out.later(new Effect.PassSession(session, gone)));
        return halved;
    }

    private void takeBack(OwnedTask task) {
        task.isPassing = false;
        boolean known = owned.get(task.id()) == task;
        if (known) {
            ledger.kept(task);
        }
        HeldTask copy = known ? custody.claim(task.id(), task.inForce()) : null;
        if (copy != null) {
            task.here = copy;
            context.out.release(task.task);
            task.holder = context.self.id();
            ledger.checkpoints().claimed(task);
        } else if (task.isHeldHere) {
            custody.giveBack(task); // it may have ended here, and its result waits for an owner
        }
        task.isHeldHere = false;
    }
}
