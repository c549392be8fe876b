package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.kernel.HeldTask.State;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.evenkeel.model.protocol.PeerMessage.Holding;

/**
 * The holder's reports to owners, and the owner's ear for them.
 *
 * <p>A holder's lease runs from the moment the last acknowledged report was sent; when it ends,
 * what has not started is dropped. An owner's lease is longer, so that a grant is issued anew only
 * after that.
 */
final class Heartbeats {

    /** What this node, as holder, knows of one owner. */
    private static final class Owner {
        NodeRef ref;
        long seq;
        long acknowledgedSentNanos;
        final Map<Long, Long> sentNanos = new LinkedHashMap<>();
        boolean told;

        Owner(NodeRef ref, long now) {
            this.ref = ref;
            this.acknowledgedSentNanos = now;
        }
    }

    private final NodeContext context;
    private final ForeignTasks foreignTasks;
    private final OwnerLedger ledger;
    private final OwnershipTransferOut passedOn;
    private final HolderSearch search;
    private final Map<NodeId, Owner> owners = new LinkedHashMap<>();
    private final Map<NodeId, List<GrantedTask>> superseded = new LinkedHashMap<>();
    private final Map<NodeId, Long> reports = new LinkedHashMap<>();

    Heartbeats(
            NodeContext context,
            ForeignTasks foreignTasks,
            OwnerLedger ledger,
            HolderSearch search,
            OwnershipTransferOut passedOn) {
        this.search = search;
        this.passedOn = passedOn;
        this.context = context;
        this.foreignTasks = foreignTasks;
        this.ledger = ledger;
    }

    /** Reports to every owner what is held of it. */
    void beat() {
        Map<NodeRef, List<GrantedTask>> byOwner = new LinkedHashMap<>();
        foreignTasks.forEachReported(
                (owner, task) -> byOwner.computeIfAbsent(owner, o -> new ArrayList<>()).add(task));
        byOwner.forEach(this::report);
        owners.values()
                .removeIf(owner -> !byOwner.containsKey(owner.ref) && reportNothingHeld(owner));
    }

    private void report(NodeRef ref, List<GrantedTask> tasks) {
        Owner owner = told(ref);
        owner.seq++;
        owner.sentNanos.put(owner.seq, context.now);
        for (int from = 0; from < tasks.size(); from += Holding.MAX_TASKS) {
            int to = Math.min(tasks.size(), from + Holding.MAX_TASKS);
            context.out.send(
                    ref,
                    new Holding(
                            owner.seq, List.copyOf(tasks.subList(from, to)), to == tasks.size()));
        }
    }

    /** Reports to one owner at once, also that nothing is held. */
    void reportTo(NodeRef owner) {
        List<GrantedTask> tasks = new ArrayList<>();
        foreignTasks.forEachReported((of, task) -> {
            if (of.equals(owner)) {
                tasks.add(task);
            }
        });
        if (tasks.isEmpty()) {
            context.out.send(owner, new Holding(++told(owner).seq, List.of(), true));
        } else {
            report(owner, tasks);
        }
    }

    /** A task of this owner has left: the next beat says so even if none was ever reported. */
    void passedOn(NodeRef owner) {
        told(owner);
    }

    private Owner told(NodeRef ref) {
        Owner owner = owners.get(ref.id());
        if (owner == null || owner.ref.incarnation() != ref.incarnation()) {
            owner = new Owner(ref, context.now);
            owners.put(ref.id(), owner);
        }
        owner.told = true;
        return owner;
    }

    private boolean reportNothingHeld(Owner owner) {
        if (owner.told) {
            context.out.send(owner.ref, new Holding(++owner.seq, List.of(), true));
        }
        return true;
    }

    /** The owner answered: the lease runs from when that report was sent. */
    void acknowledged(NodeId from, long seq) {
        Owner owner = owners.get(from);
        if (owner == null) {
            return;
        }
        Long sent = owner.sentNanos.get(seq);
        if (sent != null) {
            owner.acknowledgedSentNanos = sent;
            owner.sentNanos.keySet().removeIf(s -> s <= seq);
        }
    }

    /** Copies whose owner has not answered for the holder's lease and that have not started. */
    List<HeldTask> expired() {
        List<HeldTask> expired = new ArrayList<>();
        for (HeldTask copy : foreignTasks.foreign()) {
            Owner owner = owners.get(copy.owner.id());
            if (owner != null
                    && owner.ref.incarnation() == copy.owner.incarnation()
                    && context.now - owner.acknowledgedSentNanos > context.config.holderLeaseNanos()
                    && (copy.state() == State.READY || copy.state() == State.PREFETCHED)) {
                expired.add(copy);
            }
        }
        return expired;
    }

    // ---- As owner

    void forget(NodeId peer) {
        superseded.remove(peer);
        reports.remove(peer);
    }

    void reported(NodeRef holder, Holding holding) {
        NodeId id = holder.id();
        long report = reports.computeIfAbsent(id, i -> ledger.grants().beginReport());
        List<GrantedTask> refused = superseded.computeIfAbsent(id, i -> new ArrayList<>());
        for (GrantedTask task : holding.tasks()) {
            if (!ledger.grants().reported(id, task, report)
                    && !passedOn.isPassedOn(task.task(), task.grant())) {
                refused.add(task);
            }
        }
        passedOn.tellOwners(holder);
        if (holding.last()) {
            ledger.grants().endReport(id, report);
            search.answered(id);
            reports.remove(id);
            superseded.remove(id);
            context.out.send(
                    holder, new PeerMessage.HoldingAck(holding.seq(), List.copyOf(refused)));
        }
    }
}
