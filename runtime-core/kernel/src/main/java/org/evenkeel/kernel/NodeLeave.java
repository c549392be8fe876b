package org.evenkeel.kernel;

import org.evenkeel.kernel.Event.Timer;
import org.evenkeel.model.protocol.PeerMessage;

/**
 * What a node does from the order to leave until it can end: it tells the others, hands on what
 * waits ({@link Drain}), passes on what it owns ({@link OwnershipTransferOut}), and ends when
 * nothing is left. Where all nodes leave, it ends when nothing runs anywhere.
 */
final class NodeLeave {

    /** How often a node that leaves together with all others looks whether anything still runs. */
    private static final long MOST_LOOK_NANOS = 250_000_000;

    private final NodeContext context;
    private final WaitingTasks waiting;
    private final QuotaQueue quotaQueue;
    private final Slots slots;
    private final Phases phases;
    private final OwnerLedger ledger;
    private final ForeignTasks foreignTasks;
    private final PeerLinkTable peerLinkTable;
    private final Heartbeats heartbeats;
    private final Drain drain;
    private final OwnershipTransferOut ownershipTransferOut;

    /** Whether this event is to end with a look at whether the node can leave with all others. */
    private boolean checkDue;

    NodeLeave(
            NodeContext context,
            WaitingTasks waiting,
            QuotaQueue quotaQueue,
            Slots slots,
            Phases phases,
            OwnerLedger ledger,
            ForeignTasks foreignTasks,
            PeerLinkTable peerLinkTable,
            Heartbeats heartbeats,
            Drain drain,
            OwnershipTransferOut ownershipTransferOut) {
        this.context = context;
        this.waiting = waiting;
        this.quotaQueue = quotaQueue;
        this.slots = slots;
        this.phases = phases;
        this.ledger = ledger;
        this.foreignTasks = foreignTasks;
        this.peerLinkTable = peerLinkTable;
        this.heartbeats = heartbeats;
        this.drain = drain;
        this.ownershipTransferOut = ownershipTransferOut;
    }

    /** The node is told to leave; said again, it changes nothing. */
    void start(Event.DrainStarted event) {
        if (!drain.isOn()) {
            phases.leave();
            ledger.gate().leave();
            peerLinkTable.broadcast(new PeerMessage.Leaving(event.why(), false));
            quotaQueue.suspend().forEach(waiting::add);
            drain.start(event.why(), event.afterNanos());
            ledger.grants().delays().end();
            handOn();
            context.out.later(
                    new Effect.SetTimer(
                            Timer.LEAVE, context.now + Math.max(1, event.afterNanos())));
        }
    }

    /** At each heartbeat; nothing unless the node leaves. */
    void handOn() {
        drain.pushOn();
        if (drain.isHandingOn()) {
            ownershipTransferOut.push();
        }
    }

    /** The time for a look has come; it is taken at the end of the event. */
    void timerFired() {
        handOn();
        checkDue = true;
    }

    /** Ends every event: whether the node can end now. */
    void settle() {
        if (checkDue) {
            checkDue = false;
            leaveTogether();
        }
        if (drain.ends(
                ledger.size() == 0 && foreignTasks.size() == 0 && ownershipTransferOut.isOver())) {
            drained();
        }
    }

    private void drained() {
        heartbeats.beat(); // owners learn that nothing of theirs ends with this process
        context.out.later(new Effect.Drained());
    }

    /**
     * Where no node stays to take anything, the node waits for what runs, here and elsewhere, and
     * for results on their way; everything else is on disk or has nowhere to go.
     *
     * <p>To be called at the end of an event: until then a policy that plans may start tasks, as on
     * a node that stood still at the time at which it was to open.
     */
    private void leaveTogether() {
        if (drain.isOver()) {
            return;
        }
        context.out.later(new Effect.SetTimer(Timer.LEAVE, context.now + checkNanos()));
        if (!drain.isTogether() || slots.busy() > 0 || foreignTasks.owesResults(peerLinkTable)) {
            return;
        }
        if (drain.becomesStill()) {
            peerLinkTable.broadcast(new PeerMessage.Leaving(drain.why(), true));
        }
        if (drain.ends(!isAnythingAwaited())) {
            drained();
        }
    }

    private long checkNanos() {
        return Math.clamp(context.config.heartbeatNanos() / 4, 1, MOST_LOOK_NANOS);
    }

    /**
     * Whether a task of this node may still run elsewhere, or its client has yet to take its end.
     */
    private boolean isAnythingAwaited() {
        for (OwnedTask task : ledger.owned().all()) {
            if (task.isDone()) {
                if (!task.isDurable()) {
                    return true;
                }
            } else if (task.holder != null && task.here == null) {
                PeerLinkTable.Peer holder = peerLinkTable.get(task.holder);
                if (holder != null && holder.up && !holder.still) {
                    return true;
                }
            }
        }
        return false;
    }
}
