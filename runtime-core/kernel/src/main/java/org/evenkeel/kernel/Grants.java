package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.evenkeel.kernel.trace.TraceKind;
import org.evenkeel.model.Grant;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Outcome.Status;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.jspecify.annotations.Nullable;

/**
 * The owner's right to let a task run: issues a grant, hears from its holder, and issues the next
 * one when the holder is gone.
 *
 * <p>States of an open task, seen from here: {@code here -> held by a peer <-> between two nodes ->
 * lost -> here, under the next grant}. After a restart the open tasks are between two nodes: {@link
 * #awaitHolders}.
 */
final class Grants {

    private final NodeContext context;
    private final OwnedTasks owned;
    private final TaskRecords records;
    private final OwnerLedger.Custodian custodian;
    private final BiConsumer<OwnedTask, Outcome> ender;
    private final RetryDelays delays;

    /** Who has reported since the restart, while holders are awaited. */
    private final Set<NodeId> heardFrom = new LinkedHashSet<>();

    private boolean awaiting;

    /** How many there are; until that is known no node can say that all have reported. */
    private int others = Integer.MAX_VALUE;

    /** Those known by name: one that has joined since may be among those that have reported. */
    private List<NodeId> named = List.of();

    private long reports;

    /**
     * @param ender ends a task although no worker ran it to its end
     */
    Grants(
            NodeContext context,
            OwnedTasks owned,
            TaskRecords records,
            OwnerLedger.Custodian custodian,
            BiConsumer<OwnedTask, Outcome> ender) {
        this.context = context;
        this.owned = owned;
        this.records = records;
        this.custodian = custodian;
        this.ender = ender;
        this.delays = new RetryDelays(context, this::placeRetried);
    }

    /** Tasks that have failed and are run again later. */
    RetryDelays delays() {
        return delays;
    }

    // ---- Issuing

    /**
     * The acceptance is durable; a task that was cancelled meanwhile, or granted anew, is not
     * placed.
     */
    void placeFirst(OwnedTask entry) {
        if (!entry.isDone() && entry.here == null && entry.holder == null) {
            placeHere(entry, null, null);
        }
    }

    /** The copy of the current grant begins its life here. */
    private void placeHere(
            OwnedTask entry, @Nullable NodeId towards, @Nullable NodeId suspendedAt) {
        HeldTask copy = new HeldTask(entry.task, entry.inForce(), 0, context.self);
        copy.towards = towards;
        copy.suspendedAt = suspendedAt;
        entry.here = copy;
        entry.holder = context.self.id();
        custodian.place(copy);
    }

    /** Issues a later grant; it leaves when it is durable. */
    void issue(OwnedTask entry, Grant next, String why) {
        become(entry, next, why);
        records.granted(entry, () -> placeIf(entry, next, null, null));
    }

    /**
     * Issues a later grant for a task that has failed; its copy begins its life after a delay.
     *
     * @param delayNanos 0 for at once
     */
    void issueLater(OwnedTask entry, long delayNanos, Grant next, String why) {
        if (delayNanos == 0) {
            issue(entry, next, why);
            return;
        }
        become(entry, next, why);
        entry.retryNanos = context.now + delayNanos;
        records.granted(
                entry,
                () -> {
                    if (entry.retryNanos > 0) {
                        delays.add(entry);
                    }
                });
    }

    /**
     * The delay of a task is over. Where its client has submitted it again meanwhile, it continues
     * under the grant that was issued, as one does that runs. While it is passed on nothing follows
     * here: see {@link #takenBack}.
     */
    private void placeRetried(OwnedTask entry) {
        boolean waits = entry.retryNanos > 0 && owned.get(entry.id()) == entry;
        entry.retryDue = null;
        if (waits && entry.isPassing) {
            return;
        }
        entry.retryNanos = 0;
        if (waits && !entry.isDone() && entry.here == null && entry.holder == null) {
            entry.confirmedNanos = context.now;
            placeHere(entry, null, null);
        }
    }

    /** It was not passed on after all: if its delay was over meanwhile, that counts now. */
    void takenBack(OwnedTask entry) {
        if (entry.retryNanos > 0 && entry.retryDue == null) {
            delays.add(entry);
        }
    }

    /**
     * The same for a task that has a checkpoint now, which is durable with the grant.
     *
     * @param towards where it is to resume, if it can
     * @param suspendedAt the node that it comes from
     */
    void regrant(OwnedTask entry, @Nullable NodeId towards, NodeId suspendedAt, String why) {
        Grant next = entry.grant.next();
        become(entry, next, why);
        records.suspended(entry, () -> placeIf(entry, next, towards, suspendedAt));
    }

    private void become(OwnedTask entry, Grant next, String why) {
        entry.grant = next;
        entry.adopted = null;
        entry.awaited = false;
        delays.forget(entry);
        context.counters.regranted++;
        context.trace(entry.id(), TraceKind.GRANTED, why);
        entry.holder = null;
        entry.confirmedNanos = context.now;
    }

    private void placeIf(
            OwnedTask entry,
            Grant current,
            @Nullable NodeId towards,
            @Nullable NodeId suspendedAt) {
        if (!entry.isDone() && entry.grant.equals(current)) {
            placeHere(entry, towards, suspendedAt);
        }
    }

    /** Its client submitted it here again: it continues as it is, and what comes later is above. */
    void raise(OwnedTask entry, int epoch) {
        entry.adopted = entry.inForce();
        entry.grant = Grant.first(epoch);
        context.traceBegin(entry.task, TraceKind.ACCEPTED, "resubmitted while it was running");
        records.granted(entry, () -> {});
    }

    /** Stops the copy of the current grant, wherever it is known to be. */
    void supersede(OwnedTask entry, String why) {
        HeldTask here = entry.here;
        if (here != null) {
            entry.here = null;
            custodian.stop(here, why);
        } else if (entry.holder != null) {
            NodeRef holder = custodian.peer(entry.holder);
            if (holder != null) {
                context.out.send(
                        holder,
                        new PeerMessage.Cancel(
                                List.of(new GrantedTask(entry.id(), entry.inForce())), why));
            }
        }
    }

    // ---- Losing

    /**
     * A custodian has lost a task. It may have been on its way when it was taken for lost, and be
     * here again since.
     */
    void reportedLost(PeerMessage.Lost lost) {
        OwnedTask entry = owned.get(lost.task());
        HeldTask here = entry == null ? null : entry.here;
        if (here == null || here.state() == HeldTask.State.HANDING) {
            lost(lost.task(), lost.grant(), lost.diedRunning(), lost.why());
        }
    }

    /**
     * A grant is lost: its holder, or the worker that ran it, is gone.
     *
     * @param diedRunning whether a worker died while it ran, or its result with it, which counts
     *     against the task
     */
    void lost(TaskId id, Grant grant, boolean diedRunning, String why) {
        OwnedTask entry = owned.get(id);
        if (entry == null || entry.isDone() || entry.isPassing || !entry.isUnder(grant)) {
            return;
        }
        entry.here = null;
        context.trace(id, TraceKind.LOST, why);
        if (diedRunning) {
            entry.deaths.add(why);
            int limit = context.config.limits().deaths();
            if (entry.deaths.size() >= limit) {
                String story =
                        "%s workers died while running it, or lost its result: %s"
                                .formatted(limit, String.join("; ", entry.deaths));
                ender.accept(entry, new Outcome(Status.WORKERS_DIED, null, story));
                return;
            }
        }
        issue(entry, entry.grant.next(), why);
    }

    /** A peer's process is gone: no node has what it held, as far as is known. Yields that. */
    List<GrantedTask> withoutHolder(NodeId peer) {
        List<GrantedTask> theirs = new ArrayList<>();
        for (OwnedTask entry : owned.all()) {
            if (!entry.isDone() && entry.here == null && peer.equals(entry.holder)) {
                entry.holder = null;
                theirs.add(new GrantedTask(entry.id(), entry.grant));
            }
        }
        return theirs;
    }

    /** A grant is lost if no node has reported it meanwhile. */
    void lostUnlessHeld(GrantedTask task, String why) {
        OwnedTask entry = owned.get(task.task());
        if (entry != null && entry.here == null && entry.holder == null) {
            lost(task.task(), task.grant(), false, why);
        }
    }

    /**
     * A task passed from this node to a peer.
     *
     * @param heardNanos when that peer may have been heard last: the lease counts from there
     */
    void handedTo(OwnedTask entry, NodeId taker, long heardNanos) {
        entry.here = null;
        entry.holder = taker;
        entry.confirmedNanos = heardNanos;
    }

    /** Its checkpoint has come from a peer, which has it, whatever was answered to an offer. */
    void heldBy(OwnedTask entry, NodeId holder) {
        HeldTask offered = entry.here;
        if (offered != null) {
            offered.become(HeldTask.State.GONE);
        }
        entry.awaited = false;
        handedTo(entry, holder, context.now);
    }

    // ---- Reports of holders

    /** A new report begins. */
    long beginReport() {
        return ++reports;
    }

    /** Whether the holder may keep this grant; remembers that it has it. */
    boolean reported(NodeId holder, GrantedTask held, long report) {
        OwnedTask entry = owned.get(held.task());
        if (entry == null || entry.isDone()) {
            return false;
        }
        if (!entry.isUnder(held.grant())) {
            return isPerhapsPassedOn(entry, held.grant());
        }
        if (entry.here == null) {
            entry.holder = holder;
            entry.awaited = false;
            entry.reportMark = report;
            entry.confirmedNanos = context.now;
        }
        return true;
    }

    /**
     * This process was started anew, and the one before may have passed the task on: then its next
     * owner lets it continue under an earlier grant, and it is not for this one to have that
     * stopped until it has issued the next.
     */
    private static boolean isPerhapsPassedOn(OwnedTask entry, Grant held) {
        return entry.awaited
                && entry.grant.isKept()
                && entry.grant.isOfSameSubmission(held)
                && held.compareTo(entry.grant) < 0;
    }

    /** The report is complete: what it does not name is between two nodes, or lost. */
    void endReport(NodeId holder, long report) {
        for (OwnedTask entry : owned.all()) {
            if (!entry.isDone()
                    && entry.here == null
                    && holder.equals(entry.holder)
                    && entry.reportMark != report) {
                entry.holder = null;
            }
        }
        if (awaiting) {
            heardFrom.add(holder);
            endAwaiting();
        }
    }

    /**
     * Grants anew what no node has reported for the owner's lease. That a holder lives proves
     * nothing: it may have handed the task on to one that died.
     */
    void checkLeases() {
        long lease = context.config.ownerLeaseNanos();
        List<OwnedTask> silent = new ArrayList<>();
        for (OwnedTask entry : owned.all()) {
            boolean away = !entry.isDone() && entry.here == null && !entry.isBeingWritten();
            boolean delayed = entry.retryNanos > 0;
            if (away && !delayed && context.now - entry.confirmedNanos > lease) {
                silent.add(entry);
            }
        }
        for (OwnedTask entry : silent) {
            lost(entry.id(), entry.grant, false, "no holder reported it within the owner's lease");
        }
    }

    // ---- After a restart

    /** Open tasks were read back: their holders are to say so, within the owner's lease. */
    void awaitHolders() {
        awaiting = true;
    }

    /** Whether a node may still hold what this node granted before it was started anew. */
    boolean isAwaiting() {
        return awaiting;
    }

    /** So many nodes there are beside this one, these among them; all of them, if possible. */
    void setOthers(int count, List<NodeId> some) {
        others = count;
        named = some;
        endAwaiting();
    }

    /**
     * When every node has said what it holds, the rest is held by no node. That is not known of
     * what another node owns by now: holders report to that one, and it does not report what it has
     * itself.
     */
    private void endAwaiting() {
        if (!awaiting || heardFrom.size() < others || !heardFrom.containsAll(named)) {
            return;
        }
        awaiting = false;
        heardFrom.clear();
        List<OwnedTask> unheld = new ArrayList<>();
        for (OwnedTask entry : owned.all()) {
            boolean asked =
                    entry.adopted == null; // what was adopted since, others were not asked for
            boolean unknown = entry.awaited && entry.here == null && entry.holder == null;
            if (asked && unknown && !entry.isDone() && !custodian.isOwnedElsewhere(entry.session)) {
                unheld.add(entry);
            }
        }
        for (OwnedTask entry : unheld) {
            lost(entry.id(), entry.grant, false, "its owner restarted and no node holds it");
        }
    }
}
