package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.evenkeel.kernel.Event.Timer;
import org.evenkeel.kernel.load.KindTimes;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.protocol.Feature;
import org.evenkeel.model.protocol.PeerMessage;
import org.jspecify.annotations.Nullable;

/**
 * Gets started tasks for idle workers where nothing waits: calls slower neighbours that are busy,
 * compares their bids and claims the tasks that gain most (contract net, Smith 1980).
 *
 * <p>Calls: {@code idle for a moment -> call -> all bids are here, or the time is up -> awards ->
 * the tasks come through their owners}. A neighbour that has nothing is called again when it says
 * that a move may pay, or after a while. For a worker for which a task is on its way no other one
 * is claimed, until the task must have come.
 */
final class MoveCaller {
    /** Bids are awaited for a part of the master's lease: 250 ms by default. */
    private static final int BIDS_PER_LEASE = 20;

    /** Neighbours that are called at a time, the slowest first. */
    private static final int MOST_CALLED = 8;

    private static final long NEVER = Long.MAX_VALUE;

    /** A call that is being answered. */
    private record Call(
            long number,
            long endNanos,
            Set<NodeId> awaited,
            Map<NodeId, PeerMessage.MoveBid> bids) {}

    private record Gain(NodeId node, long nanos) {}

    /** A worker for which a task is on its way, until it must have come. */
    private record Promise(NodeId node, long call, long untilNanos) {}

    private final NodeContext context;
    private final PeerLinkTable peers;
    private final Balancer balancer;
    private final Slots slots;
    private final BooleanSupplier lacksWork;
    private final long gapNanos;
    private final Map<NodeId, Long> notBefore = new LinkedHashMap<>();
    private final List<Promise> promised = new ArrayList<>();
    private @Nullable Call open;
    private long calls;
    private boolean idle;
    private long lookNanos;
    private long heard;
    private long timerNanos = NEVER;

    /**
     * @param lacksWork whether a worker is free, nothing waits here, and tasks may come
     */
    MoveCaller(
            NodeContext context,
            PeerLinkTable peers,
            Balancer balancer,
            Slots slots,
            BooleanSupplier lacksWork) {
        this.context = context;
        this.peers = peers;
        this.balancer = balancer;
        this.slots = slots;
        this.lacksWork = lacksWork;
        this.gapNanos = context.config.policy().callGapNanos();
    }

    void timerFired() {
        timerNanos = NEVER;
    }

    /** No link with it: nothing is known of what it runs. */
    void lost(NodeId peer) {
        notBefore.remove(peer);
        if (open != null) {
            open.awaited().remove(peer);
            open.bids().remove(peer);
        }
    }

    void answered(NodeId by, PeerMessage.MoveBid bid) {
        if (open != null && open.number() == bid.call() && open.awaited().remove(by)) {
            open.bids().put(by, bid);
        } else if (bid.gains().isEmpty()) {
            release(one -> one.node().equals(by) && one.call() == bid.call());
        }
    }

    /** A task has come that was claimed. */
    void came() {
        release(one -> true);
    }

    private void release(Predicate<Promise> which) {
        for (Promise one : promised) {
            if (which.test(one)) {
                promised.remove(one);
                return;
            }
        }
    }

    /** The end of every event. */
    void settle() {
        if (gapNanos == 0) {
            return;
        }
        if (!lacksWork.getAsBoolean()) {
            idle = false;
            open = null;
            return;
        }
        if (!idle) {
            idle = true;
            lookNanos = context.now + gapNanos;
        }
        if (heard != balancer.table.heard()) {
            heard = balancer.table.heard();
            lookNanos = Math.min(lookNanos, context.now + gapNanos);
        }
        promised.removeIf(one -> one.untilNanos() <= context.now);
        while (promised.size() > free()) {
            promised.removeFirst();
        }
        if (open != null && (open.awaited().isEmpty() || context.now >= open.endNanos())) {
            award(open);
            open = null;
        }
        if (open == null && context.now >= lookNanos && promised.size() < free()) {
            call();
        }
        long promisedNanos = promised.size() < free() ? 0 : promised.getFirst().untilNanos();
        wake(Math.max(lookNanos, promisedNanos));
    }

    private int free() {
        return slots.workers() - slots.busy();
    }

    private void wake(long nextNanos) {
        long due = open == null ? nextNanos : open.endNanos();
        if (due != NEVER && due < timerNanos) {
            timerNanos = due;
            context.out.later(new Effect.SetTimer(Timer.MOVE, Math.max(due, context.now + 1)));
        }
    }

    private void call() {
        List<Neighbour> worth = new ArrayList<>();
        lookNanos = NEVER;
        for (Neighbour one : balancer.table.inOrder()) {
            if (understands(one) && mayLet(one)) {
                long from = notBefore.getOrDefault(one.id, 0L);
                if (from <= context.now) {
                    worth.add(one);
                } else {
                    lookNanos = Math.min(lookNanos, from);
                }
            }
        }
        if (worth.isEmpty()) {
            return;
        }
        worth.sort(Comparator.comparingDouble(Neighbour::speed));
        Set<NodeId> awaited = new LinkedHashSet<>();
        KindTimes times = slots.kindTimes();
        calls++;
        PeerMessage.MoveCall call =
                new PeerMessage.MoveCall(
                        calls,
                        context.config.phases().speed(),
                        times.kind(),
                        times.meanNanos(),
                        times.runs());
        for (Neighbour one : worth.subList(0, Math.min(worth.size(), MOST_CALLED))) {
            awaited.add(one.id);
            peers.sendIfUp(one.id, call);
        }
        long end = context.now + context.config.masterLeaseNanos() / BIDS_PER_LEASE;
        open = new Call(calls, end, awaited, new LinkedHashMap<>());
    }

    private boolean understands(Neighbour one) {
        PeerLinkTable.Peer peer = peers.get(one.id);
        return one.isLinked() && peer != null && peer.up && peer.features.has(Feature.MOVES);
    }

    /** Whether a task that runs there may be worth moving here. */
    private boolean mayLet(Neighbour one) {
        if (one.speed() == PeerMessage.Load.UNKNOWN_SPEED) {
            return false;
        }
        double faster = context.config.phases().speed() / MoveBidder.CALIBRATED_FASTER;
        return one.waitingTold() > 0 || one.speed() <= faster && mayBeBusy(one);
    }

    /** That some of several workers have become busy is not always told. */
    private boolean mayBeBusy(Neighbour one) {
        return one.busy() > 0 || one.workers() > 1 || balancer.view().queueStack();
    }

    private void award(Call call) {
        List<Gain> gains = new ArrayList<>();
        call.bids()
                .forEach((node, bid) ->
                        bid.gains().forEach(nanos -> gains.add(new Gain(node, nanos))));
        gains.sort(Comparator.comparingLong((Gain one) -> -one.nanos()));
        Map<NodeId, Integer> claimed = new LinkedHashMap<>();
        for (Gain one : gains.subList(0, Math.min(gains.size(), free() - promised.size()))) {
            claimed.merge(one.node(), 1, Integer::sum);
        }
        long lease = context.config.masterLeaseNanos();
        claimed.forEach((node, tasks) -> {
            peers.sendIfUp(node, new PeerMessage.MoveAward(call.number(), tasks));
            for (int i = 0; i < tasks; i++) {
                promised.add(new Promise(node, call.number(), context.now + lease));
            }
        });
        call.awaited().forEach(node -> notBefore.put(node, context.now + lease));
        call.bids()
                .forEach((node, bid) -> {
                    long later = bid.laterNanos() == 0 ? lease : Math.min(bid.laterNanos(), lease);
                    long waits = bid.gains().isEmpty() ? Math.max(later, gapNanos) : gapNanos;
                    notBefore.put(node, context.now + waits);
                });
        lookNanos = context.now + gapNanos;
    }
}
