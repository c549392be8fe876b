package org.evenkeel.kernel;

import java.util.List;
import java.util.function.Predicate;

/**
 * Drains a node: it accepts nothing new, hands waiting tasks to connected nodes, and lets running
 * tasks end here or resume elsewhere from a checkpoint.
 *
 * <p>States: {@code off -> announced -> handing over -> drained}. While the drain is announced, the
 * node learns which others drain as well: those receive nothing. The node is drained when it owns,
 * holds and hands over nothing. If every other node drains too, it is also drained when nothing
 * runs anywhere: tasks on disk stay there and resume when their node is back.
 */
final class Drain {
    private final NodeContext context;
    private final PeerLinkTable peerLinkTable;
    private final WaitingTasks waiting;
    private final ProgramTasks programTasks;
    private final HandOvers handOvers;
    private final Suspensions evacuation;
    private String why = "";
    private boolean on;
    private boolean still;
    private boolean drained;
    private long handOnNanos;
    private int turn;

    Drain(
            NodeContext context,
            PeerLinkTable peerLinkTable,
            WaitingTasks waiting,
            ProgramTasks programTasks,
            HandOvers handOvers,
            Suspensions evacuation) {
        this.context = context;
        this.peerLinkTable = peerLinkTable;
        this.waiting = waiting;
        this.programTasks = programTasks;
        this.handOvers = handOvers;
        this.evacuation = evacuation;
    }

    boolean isOn() {
        return on;
    }

    /** Whether nothing was left. */
    boolean isOver() {
        return drained;
    }

    String why() {
        return why;
    }

    void start(String reason, long afterNanos) {
        on = true;
        why = reason;
        handOnNanos = context.now + afterNanos;
    }

    /** Whether it has been announced for long enough. */
    boolean isHandingOn() {
        return on && context.now >= handOnNanos;
    }

    /** Whether nothing runs here any more while every node leaves. */
    boolean isStill() {
        return still;
    }

    /**
     * Whether no thread continues with what is owned here: every node that was linked leaves too,
     * has left, is gone, or is of a version that does not take sessions as a whole.
     */
    boolean isTogether() {
        for (PeerLinkTable.Peer peer : peerLinkTable.all()) {
            if (!peer.leaving && peer.takesSessions() && !peerLinkTable.isGone(peer.ref)) {
                return false;
            }
        }
        return isHandingOn();
    }

    /** Nothing runs here; whether that is news. */
    boolean becomesStill() {
        boolean news = !still;
        still = true;
        return news;
    }

    /**
     * Offers what waits to the peers in turn; what they refuse comes back and is offered again
     * later.
     */
    void pushOn() {
        if (!isHandingOn()) {
            return;
        }
        List<PeerLinkTable.Peer> takers = takers();
        if (takers.isEmpty()) {
            return;
        }
        Predicate<HeldTask> fit = task -> takers.stream().anyMatch(taker -> canRun(taker, task));
        HeldTask copy = waiting.takeToHandOn(fit);
        for (; copy != null; copy = waiting.takeToHandOn(fit)) {
            offer(copy, takers);
        }
        HeldTask served = programTasks.takeToHandOn();
        for (; served != null; served = programTasks.takeToHandOn()) {
            offer(served, takers);
        }
        evacuation.requestSuspensions();
    }

    /** Those that continue with it also when this node has ended. */
    private List<PeerLinkTable.Peer> takers() {
        return peerLinkTable.up().stream()
                .filter(peer -> !peer.leaving && peer.takesSessions())
                .toList();
    }

    /** To the next of them that can run it; one can. */
    private void offer(HeldTask copy, List<PeerLinkTable.Peer> takers) {
        PeerLinkTable.Peer taker = takers.get(turn++ % takers.size());
        while (!canRun(taker, copy)) {
            taker = takers.get(turn++ % takers.size());
        }
        handOvers.offer(copy, taker.ref, "this node is draining");
    }

    private static boolean canRun(PeerLinkTable.Peer taker, HeldTask task) {
        return taker.features.canRun(task.task.kind());
    }

    /**
     * Hands on a task of this node's own that was granted anew, and would start here in the slot it
     * has just left; whether there is a node. Children stay with their parents.
     */
    boolean handsOn(HeldTask copy) {
        List<PeerLinkTable.Peer> takers =
                isHandingOn() && !copy.task.isSpawned() ? takers() : List.of();
        if (takers.stream().noneMatch(taker -> canRun(taker, copy))) {
            return false;
        }
        offer(copy, takers);
        return true;
    }

    /** Whether nothing is left, said once. */
    boolean ends(boolean nothingLeft) {
        boolean now = on && !drained && nothingLeft;
        drained |= now;
        return now;
    }
}
