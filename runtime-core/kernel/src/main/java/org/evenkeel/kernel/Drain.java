package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.List;

/**
 * A node's leaving: nothing new comes in, what waits is handed to whoever is up, what runs ends
 * here, or goes on elsewhere from a checkpoint.
 *
 * <p>States: {@code off -> announced -> handing on -> drained}. While it is announced the node
 * hears who leaves as well: those get nothing. Drained is when nothing is owned, held or being
 * handed over. Where every other node leaves, too, it is also when nothing runs anywhere: what is
 * on disk stays there and goes on when its node is back.
 */
final class Drain {
    private final Context context;
    private final Links links;
    private final WaitingTasks waiting;
    private final HandOvers handOvers;
    private final MovingOut movingOut;
    private String why = "";
    private boolean on;
    private boolean still;
    private boolean drained;
    private long handOnNanos;
    private int turn;

    Drain(
            Context context,
            Links links,
            WaitingTasks waiting,
            HandOvers handOvers,
            MovingOut movingOut) {
        this.context = context;
        this.links = links;
        this.waiting = waiting;
        this.handOvers = handOvers;
        this.movingOut = movingOut;
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

    /** Whether nothing runs here any more while everybody leaves. */
    boolean isStill() {
        return still;
    }

    /**
     * Whether nobody goes on with what is owned here: every node that was linked leaves too, has
     * left, is gone, or is of a version that does not take sessions as a whole.
     */
    boolean isTogether() {
        for (Links.Peer peer : links.all()) {
            if (!peer.leaving && peer.takesSessions() && !links.isGone(peer.ref)) {
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
        List<Links.Peer> takers = takers();
        if (takers.isEmpty()) {
            return;
        }
        for (HeldTask copy = waiting.takeToHandOn(); copy != null; copy = waiting.takeToHandOn()) {
            offer(copy, takers);
        }
        movingOut.askAll();
    }

    /** Those that go on with it also when this node has ended. */
    private List<Links.Peer> takers() {
        List<Links.Peer> takers = new ArrayList<>();
        for (Links.Peer peer : links.up()) {
            if (!peer.leaving && peer.takesSessions()) {
                takers.add(peer);
            }
        }
        return takers;
    }

    private void offer(HeldTask copy, List<Links.Peer> takers) {
        Links.Peer taker = takers.get(turn++ % takers.size());
        handOvers.offer(copy, taker.ref, "this node is leaving");
    }

    /**
     * Hands on a task of this node's own that was granted anew, and would start here in the slot it
     * has just left; whether there is somebody. Children stay with their parents.
     */
    boolean handsOn(HeldTask copy) {
        List<Links.Peer> takers = isHandingOn() && !copy.task.isSpawned() ? takers() : List.of();
        if (takers.isEmpty()) {
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
