package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.evenkeel.kernel.trace.TraceKind;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.evenkeel.model.protocol.PeerMessage.PassedTask;
import org.jspecify.annotations.Nullable;

/**
 * An owner passes what clients submitted to it to one successor, each session as a whole: all of
 * them, because it leaves (R11), or some.
 *
 * <p>A session: {@code owned -> being passed (this node commits nothing of it any more; its own
 * copies are the successor's already; its tasks are said, and the successor has them in memory) ->
 * asked for (the successor is told to take all of it) -> passed (holders and the client are told) |
 * owned again, when the successor's process is gone or has dropped something of it | in doubt, when
 * the successor's disk may have it}. Children stay: their parents end here.
 */
final class SessionHandOff {
    /** A task that is given, and the grant its next owner begins with. */
    private record Given(OwnedTask task, Grant first) {}

    private final NodeContext context;
    private final OwnedTasks owned;
    private final TaskRecords records;
    private final OwnerLedger ledger;
    private final ForeignTasks foreignTasks;
    private final Checkpoints checkpoints;
    private final Replicas.Peers peers;
    private final Shared shared;

    /** The sessions it is about; null for all. */
    private final @Nullable Set<Long> only;

    private final TreeMap<Long, List<Given>> batches = new TreeMap<>();
    private final List<Given> ready = new ArrayList<>();

    /** Tasks that the successor has in memory. */
    private final Set<OwnedTask> said = new LinkedHashSet<>();

    private final Set<Long> sessions = new LinkedHashSet<>();

    /** Sessions that the successor is to take, by the number of that message. */
    private final TreeMap<Long, Long> asked = new TreeMap<>();

    /** Sessions whose client has come back to this node too late. */
    private final Set<Long> back = new LinkedHashSet<>(0);

    private @Nullable NodeRef successor;
    private boolean successorLeaves;

    /** What it works with. */
    record Dependencies(
            NodeContext context,
            OwnerLedger ledger,
            ForeignTasks foreignTasks,
            Checkpoints checkpoints) {}

    /** What those have in common that pass something on to different successors. */
    static final class Shared {
        private long lastBatch;

        /** Sessions that this node may have taken, or not. */
        final Map<Long, NodeId> inDoubt = new LinkedHashMap<>();
    }

    /**
     * @param peers the first of them is the successor
     * @param only the sessions it is about, which may become more; null for all
     */
    SessionHandOff(
            Dependencies dependencies,
            Replicas.Peers peers,
            Shared shared,
            @Nullable Set<Long> only) {
        this.context = dependencies.context;
        this.ledger = dependencies.ledger;
        this.owned = dependencies.ledger.owned();
        this.records = dependencies.ledger.records();
        this.foreignTasks = dependencies.foreignTasks;
        this.checkpoints = dependencies.checkpoints;
        this.peers = peers;
        this.shared = shared;
        this.only = only;
    }

    /** Passes on what can be; called again and again. */
    void push() {
        if (successor == null || successorLeaves && asked.isEmpty()) {
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
            boolean meant = only == null || only.contains(task.session);
            if (meant && ready && !task.task.isSpawned() && task.grant.isPassable()) {
                next.add(task);
            }
        }
        next.forEach(task -> begin(task, to));
        sendReady(to);
        askForWhole(to);
    }

    /** A session is to be passed on although nothing of it may be here. */
    void isHandedOff(long session) {
        ledger.sessions().passing(session);
        sessions.add(session);
    }

    /** What this node keeps of it is above what it gives, and durable before it is given. */
    private void begin(OwnedTask task, NodeRef to) {
        task.isPassing = true;
        sessions.add(task.session);
        ledger.sessions().passing(task.session);
        task.successor = to;
        holdFor(task, to);
        task.adopted = task.inForce();
        task.grant = task.grant.kept();
        Given given = new Given(task, task.grant.given());
        records.granted(
                task,
                () -> {
                    boolean stillMeant = task.isPassing && task.grant.given().equals(given.first);
                    if (!stillMeant || !to.equals(successor) || successorLeaves) {
                        ledger.deliverAgain(task); // it has been taken back meanwhile
                        return;
                    }
                    ready.add(given);
                    if (ready.size() >= PeerMessage.Adopt.MAX_TASKS || task.isReplicated()) {
                        sendReady(to);
                    }
                });
    }

    private void sendReady(NodeRef to) {
        List<Given> all = List.copyOf(ready);
        ready.clear();
        for (int from = 0; from < all.size(); from += PeerMessage.Adopt.MAX_TASKS) {
            int end = Math.min(all.size(), from + PeerMessage.Adopt.MAX_TASKS);
            List<Given> batch = List.copyOf(all.subList(from, end));
            batches.put(++shared.lastBatch, batch);
            send(shared.lastBatch, batch, to);
        }
    }

    private void send(long number, List<Given> batch, NodeRef to) {
        List<PassedTask> tasks = new ArrayList<>(batch.size());
        Map<JobId, JournalRecord.JobOpened> jobs = new LinkedHashMap<>();
        for (Given given : batch) {
            OwnedTask task = given.task;
            if (!isOwned(task)) {
                continue; // its client has its outcome, or is gone: the bytes were given up
            }
            int attachment = ledger.sessions().attachment(task.session);
            tasks.add(
                    new PassedTask(
                            task.state(given.first),
                            task.inForce(),
                            attachment,
                            ledger.waitedNanos(task)));
            JournalRecord.JobOpened job = ledger.jobs().outliving(task.task.kind().job());
            if (job != null) {
                jobs.put(job.job(), job);
            }
        }
        context.out.send(to, new PeerMessage.Adopt(number, tasks, List.copyOf(jobs.values())));
    }

    private boolean isOwned(OwnedTask task) {
        return owned.get(task.id()) == task;
    }

    /** The successor is told to take each session of which it has everything. */
    private void askForWhole(NodeRef to) {
        Set<Long> missing = new LinkedHashSet<>(asked.values());
        missing.addAll(shared.inDoubt.keySet());
        batches.values().forEach(batch -> batch.forEach(one -> missing.add(one.task.session)));
        for (OwnedTask task : owned.all()) {
            if (!task.task.isSpawned() && !said.contains(task)) {
                missing.add(task.session);
            }
        }
        for (long session : sessions) {
            if (!missing.contains(session) && !successorLeaves) {
                ledger.jobs().going(session, to.id());
                ledger.sessions().asked(session);
                asked.put(++shared.lastBatch, session);
                sendAll(shared.lastBatch, session, to);
            }
        }
    }

    private void sendAll(long number, long session, NodeRef to) {
        int attachment = ledger.sessions().complete(session);
        int since = ledger.sessions().since(session);
        context.out.send(to, new PeerMessage.AdoptAll(number, session, attachment, since));
    }

    /** The successor has a batch, or owns a session. */
    void adopted(NodeRef by, long batch) {
        if (!by.equals(successor)) {
            return;
        }
        Long session = asked.remove(batch);
        if (session != null) {
            boolean here = back.remove(session);
            passed(session, by);
            if (only == null) {
                context.out.later(new Effect.PassSession(session, by));
            } else if (here) {
                ledger.goneWithClient(session, by);
            } else {
                ledger.goneTo(session, by);
            }
        }
        List<Given> tasks = batches.remove(batch);
        if (tasks != null) {
            tasks.stream().map(Given::task).filter(this::isOwned).forEach(said::add);
            askForWhole(by);
        }
    }

    /** The successor has dropped something of a session: all of it is passed on again. */
    void refused(NodeRef by, long session) {
        if (by.equals(successor) && asked.values().removeIf(one -> one == session)) {
            back.remove(session);
            retain(session);
            push();
        }
    }

    /** A copy of the task that is here belongs to its next owner, and has bytes of its own. */
    private void holdFor(OwnedTask task, NodeRef to) {
        HeldTask copy = task.here;
        if (copy != null) {
            context.out.retain(task.task);
            foreignTasks.holdFor(task, copy, to);
        }
    }

    /** The successor owns a session. */
    void passed(long session, NodeRef by) {
        sessions.remove(session);
        if (only != null) {
            only.remove(session);
        }
        List<GrantedTask> open = new ArrayList<>();
        Map<NodeRef, List<GrantedTask>> byHolder = new LinkedHashMap<>();
        said.removeIf(task -> task.session == session);
        for (OwnedTask task : passing(session)) {
            context.trace(task.id(), TraceKind.PASSED, by.id(), "");
            ledger.nextOwners().passed(task.id(), task.grant.given(), by);
            holdFor(task, by); // it may have come back meanwhile
            if (!task.isDone()) {
                GrantedTask granted = new GrantedTask(task.id(), task.inForce());
                NodeRef holder = task.holder == null ? null : ledger.holder(task.holder);
                open.add(granted);
                if (holder != null) {
                    byHolder.computeIfAbsent(holder, one -> new ArrayList<>()).add(granted);
                }
            }
            ledger.passed(task);
        }
        // A holder answers each message with all that it holds of that owner: so it gets one.
        byHolder.forEach(
                (holder, tasks) -> context.out.send(holder, new PeerMessage.Moved(tasks, by)));
        ledger.jobs().gone(session, by.id());
        for (GrantedTask one : open) {
            foreignTasks.resendResult(one);
        }
        if (!open.isEmpty()) {
            checkpoints.resend(by.id());
        }
    }

    private List<OwnedTask> passing(long session) {
        return owned.all().stream()
                .filter(task -> task.isPassing && task.session == session)
                .toList();
    }

    // ---- While it lasts

    /** Whether the successor has answered everything. */
    boolean isOver() {
        return batches.isEmpty() && asked.isEmpty();
    }

    /** The link to the successor is up again: what it has not answered is said again. */
    void peerUp(NodeRef peer) {
        if (peer.equals(successor)) {
            batches.forEach((number, tasks) -> send(number, tasks, peer));
            asked.forEach((number, session) -> sendAll(number, session, peer));
        }
    }

    /** It is given nothing more; what it has been told to take it may have. */
    void leaves(NodeRef peer) {
        if (peer.equals(successor)) {
            successorLeaves = true;
            batches.clear();
            ready.clear();
            for (long session : List.copyOf(sessions)) {
                if (!asked.containsValue(session)) {
                    request(session, peer); // it gives up what it has of it
                    retain(session);
                }
            }
            push();
        }
    }

    /** A process is gone: what it has not answered, being the successor, is owned here again. */
    void lost(NodeRef peer) {
        NodeRef to = successor;
        if (to == null || !to.id().equals(peer.id())) {
            return;
        }
        List<Long> unanswered = List.copyOf(asked.values());
        successor = null;
        asked.clear();
        batches.clear();
        ready.clear();
        for (long session : List.copyOf(sessions)) {
            if (unanswered.contains(session) && !ledger.jobs().of(session).isEmpty()) {
                sessions.remove(session);
                shared.inDoubt.put(session, peer.id());
                ledger.inDoubt(session, peer); // its client comes back
            } else {
                retain(session);
            }
        }
        push();
    }

    /** Asks another process whether it has taken a session; if not, it will not. */
    void request(long session, NodeRef process) {
        int since = ledger.sessions().since(session);
        int owners = 1;
        for (JournalRecord.JobOpened job : ledger.jobs().of(session)) {
            owners = Math.max(owners, job.owners());
        }
        context.out.send(
                process, new PeerMessage.AskAdopted(session, since, owners, shared.lastBatch));
    }

    /** No node has taken the session. */
    void retain(long session) {
        sessions.remove(session);
        shared.inDoubt.remove(session);
        passing(session).forEach(this::takeBack);
        ledger.jobs().retain(session);
        ledger.sessions().retain(session);
        ledger.acceptHeld(session);
    }

    private void takeBack(OwnedTask task) {
        said.remove(task);
        task.isPassing = false;
        task.successor = null;
        ledger.kept(task);
        HeldTask copy = foreignTasks.claim(task.id(), task.inForce());
        if (copy != null) {
            task.here = copy;
            context.out.release(task.task);
            task.holder = context.self.id();
            ledger.checkpoints().claimed(task);
        } else if (task.isHeldHere) {
            foreignTasks.returnToOwner(
                    task); // it may have ended here, and its result waits for an owner
        }
        task.isHeldHere = false;
        ledger.grants().takenBack(task);
    }

    /** The session's client is here: it is not for this node to pass it on, unless that is done. */
    void cameBack(long session) {
        NodeRef to = successor;
        if (only == null || !only.remove(session)) {
            return;
        }
        if (asked.containsValue(session)) {
            back.add(session);
            ledger.hold(session);
        } else if (sessions.contains(session) && to != null) {
            request(session, to); // it gives up what it has of it
            retain(session);
        }
    }

    /** The session is closed: nothing of it is here any more. */
    void closed(long session) {
        NodeRef to = successor;
        if (to != null && sessions.contains(session) && !asked.containsValue(session)) {
            request(session, to); // it gives up what it has of it
        }
        sessions.remove(session);
        if (only != null) {
            only.remove(session);
        }
        asked.values().removeIf(one -> one == session);
        back.remove(session);
        said.removeIf(task -> task.session == session);
    }
}
