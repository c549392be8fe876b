package org.evenkeel.kernel.link;

import org.evenkeel.kernel.link.LinkEffect.Plain;
import org.evenkeel.model.Incarnations;
import org.evenkeel.model.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * One side of the link between two nodes. It has no clock, thread or socket; one thread calls it.
 *
 * <p>States: {@code down -> dialling -> linked -> down}; an incoming link may come in any state. Of
 * two neighbours the one with the lower name connects, and continues trying. Where neighbours
 * change, the other one tries too, a while later, since it may be the only one that knows of both
 * or can reach the other. Any other node is tried when there is something to send.
 */
public final class LinkMachine {

    /** What becomes of a link whose handshake is over. */
    public enum Place {
        /** It is the only one. */
        FREE,

        /** It takes the place of the current link, which is closed. */
        REPLACES,

        /** The current link stays, and the new one is closed. */
        TAKEN
    }

    /** What becomes of a message. */
    public enum Route {
        /** It goes out by the link that is up. */
        SEND,

        /** Its process is gone, or another one is linked: it is dropped. */
        DROP,

        /** It waits for a link, which this side opens in any case. */
        WAIT,

        /** It waits for a link, and is a reason to connect. */
        WAIT_AND_DIAL
    }

    /** What the link says of a process of the other node. */
    public enum Presence {
        /** It is linked. */
        LINKED,

        /** A later process is linked. */
        SUCCEEDED,

        /** There is no link that tells. */
        UNKNOWN
    }

    private record Linked(long incarnation, boolean ours) {}

    private final NodeId peer;
    private final boolean isLower;
    private final boolean open;
    private final DialTimes times;
    private final Backoff backoff;
    private boolean neighbour;
    private boolean unreachable;
    private boolean dialling;
    private boolean retrySet;
    private @Nullable Linked linked;

    /** The newest process that is known to be gone, 0 for none. */
    private long goneIncarnation;

    /**
     * @param open whether neighbours change as nodes come and go
     */
    public LinkMachine(NodeId self, NodeId peer, boolean open) {
        this(self, peer, open, DialTimes.USUAL);
    }

    /**
     * @param open whether neighbours change as nodes come and go
     */
    public LinkMachine(NodeId self, NodeId peer, boolean open, DialTimes times) {
        this.peer = peer;
        this.isLower = self.compareTo(peer) < 0;
        this.open = open;
        this.times = times;
        this.backoff = new Backoff(times.firstRetryNanos(), times.mostRetryNanos());
    }

    // ---- What is known of the other node

    /** Whether the link to it is kept up. */
    public boolean isNeighbour() {
        return neighbour;
    }

    public void setNeighbour(boolean now) {
        neighbour = now;
    }

    /** Whether it was a neighbour, could not be reached for long, and is tried now and then. */
    public boolean isUnreachable() {
        return unreachable;
    }

    public void setUnreachable(boolean now) {
        unreachable = now;
        backoff.reset();
    }

    /** There is a reason to try soon. */
    public void resetBackoff() {
        backoff.reset();
    }

    public boolean isDialling() {
        return dialling;
    }

    public boolean isLinked() {
        return linked != null;
    }

    /** Whether this process, or a later one, is known to be gone; 0 always is. */
    public boolean isGone(long incarnation) {
        return !Incarnations.isLater(incarnation, goneIncarnation);
    }

    /** What the link says of a process, without a look for it. */
    public Presence presence(long incarnation) {
        Linked current = linked;
        if (current == null || Incarnations.isLater(incarnation, current.incarnation)) {
            return Presence.UNKNOWN;
        }
        return current.incarnation == incarnation ? Presence.LINKED : Presence.SUCCEEDED;
    }

    /** From the loss of a link until the process at its end is looked for. */
    public long checkAfterLossNanos() {
        return times.checkAfterLossNanos();
    }

    /** A process counts as gone; whether that is news. A process that is linked is not gone. */
    public boolean gone(long incarnation) {
        boolean isNews =
                Incarnations.isLater(incarnation, goneIncarnation)
                        && presence(incarnation) != Presence.LINKED;
        if (isNews) {
            goneIncarnation = incarnation;
        }
        return isNews;
    }

    // ---- Messages

    /** What becomes of a message for this process. */
    public Route route(long incarnation) {
        if (isGone(incarnation)) {
            return Route.DROP;
        }
        if (linked != null) {
            return linked.incarnation == incarnation ? Route.SEND : Route.DROP;
        }
        return connectsFirst() ? Route.WAIT : Route.WAIT_AND_DIAL;
    }

    // ---- Dialling

    /** Whether it is this side that connects first. */
    public boolean connectsFirst() {
        return neighbour && isLower;
    }

    private boolean keepsTrying() {
        return connectsFirst() || open && (neighbour || unreachable);
    }

    /** It is a neighbour from now on, or is to be found elsewhere. */
    public LinkEffect begin() {
        if (connectsFirst()) {
            return Plain.DIAL_NEIGHBOUR;
        }
        return keepsTrying() ? retry() : Plain.NOTHING;
    }

    /** Whether there is neither a link nor an attempt. */
    public boolean mayDial() {
        return linked == null && !dialling;
    }

    /** Begins to dial, unless there is a link or an attempt; whether it did. */
    public boolean dials() {
        boolean begins = mayDial();
        dialling |= begins;
        return begins;
    }

    /** The attempt has ended: the other side has answered, or its address is unknown. */
    public void dialEnds() {
        dialling = false;
    }

    /**
     * An attempt has failed.
     *
     * @param refused whether no process listens there
     * @param hasWaiting whether messages wait for the link
     */
    public LinkEffect dialFailed(boolean refused, boolean hasWaiting) {
        dialling = false;
        if (keepsTrying()) {
            return retry();
        }
        if (linked == null && hasWaiting) {
            return refused ? Plain.DROP_WAITING : retry();
        }
        return Plain.NOTHING;
    }

    /** Another attempt, unless one has a time already. */
    public LinkEffect retry() {
        if (retrySet) {
            return Plain.NOTHING;
        }
        retrySet = true;
        return new LinkEffect.RetryAfter(delayNanos());
    }

    private long delayNanos() {
        if (unreachable) {
            return times.unreachableEveryNanos();
        }
        boolean waits = open && neighbour && !isLower;
        return backoff.nextNanos() + (waits ? times.higherWaitsNanos() : 0);
    }

    /** The time of {@link LinkEffect.RetryAfter} has come. */
    public LinkEffect retryDue(boolean hasWaiting) {
        retrySet = false;
        if (keepsTrying()) {
            return Plain.DIAL_NEIGHBOUR;
        }
        return hasWaiting ? Plain.DIAL : Plain.NOTHING;
    }

    // ---- Incoming links, and two at once

    /** Why a process of the other node is not answered, null when it is. */
    public @Nullable String refusesProcess(long incarnation) {
        return Incarnations.isLater(goneIncarnation, incarnation)
                ? "a later process of " + peer + " was linked before"
                : null;
    }

    /** Why an incoming link is refused, null when it is not. */
    public @Nullable String refusesLink(long incarnation) {
        Linked current = linked;
        if (current == null) {
            return isLower && dialling ? "already connecting from this side" : null;
        }
        if (Incarnations.isLater(current.incarnation, incarnation)) {
            return "a later process of " + peer + " is linked";
        }
        boolean same = current.incarnation == incarnation;
        return same && isLower && current.ours ? "already linked" : null;
    }

    /**
     * The handshake of a link is over. Of two that were opened at the same time, the one that the
     * lower name opened stays, at both ends.
     *
     * @param ours whether this side connected
     * @param currentIsOpen whether the current link still has its connection
     */
    public Place place(long incarnation, boolean ours, boolean currentIsOpen) {
        Linked current = linked;
        if (current == null) {
            return Place.FREE;
        }
        boolean same = current.incarnation == incarnation;
        boolean stays = same && currentIsOpen && isOfLower(current.ours) && !isOfLower(ours);
        return stays ? Place.TAKEN : Place.REPLACES;
    }

    private boolean isOfLower(boolean ours) {
        return ours == isLower;
    }

    /** A link is up; whether its process had been declared gone. */
    public boolean linked(long incarnation, boolean ours) {
        linked = new Linked(incarnation, ours);
        backoff.reset();
        boolean returned = goneIncarnation == incarnation;
        if (returned) {
            goneIncarnation = 0;
        }
        return returned;
    }

    /** The current link is down. */
    public void down() {
        linked = null;
    }

    /** The link was lost and no other has come in its place. */
    public LinkEffect lost() {
        return keepsTrying() ? retry() : Plain.NOTHING;
    }
}
