package org.evenkeel.kernel;

import java.util.List;
import org.evenkeel.kernel.load.LoadSample;
import org.evenkeel.kernel.policy.NeighbourView;
import org.evenkeel.kernel.policy.NeighbourView.AnnouncedCounts;
import org.evenkeel.kernel.policy.Policy;
import org.evenkeel.model.AvailabilitySpan;
import org.evenkeel.model.Distance;
import org.evenkeel.model.LoadState;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.protocol.Features;
import org.evenkeel.model.protocol.PeerMessage;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link Balancer} knows of one node it is linked to, or wants to be.
 *
 * <p>States: {@code DOWN -> UP (a new link session: all counters 0, believed HIGH, my load is owed)
 * -> DOWN}. Counters belong to a session, so that neither a lost task nor a restarted peer leaves
 * one side waiting for the other.
 */
final class Neighbour {

    /** Far above what a node may hold: sums of two counts stay in range. */
    private static final int MAX_COUNT = 1 << 29;

    final NodeId id;

    /** Place in C_S, {@link Policy#LOCAL} when this is no neighbour. */
    int index = Policy.LOCAL;

    private boolean linked;
    private LoadState believed = LoadState.HIGH;
    private LoadState announced = LoadState.HIGH;
    private int room;
    private int busy;
    private int waiting;
    private int waitingTold;
    private int workers = 1;
    private int distance = Distance.UNKNOWN;
    private double speed = PeerMessage.Load.UNKNOWN_SPEED;
    private boolean closed;
    private @Nullable List<AvailabilitySpan> hours;
    private int workersWhenOpen;
    private long lastOfferNanos;
    private AnnouncedCounts announcedCounts = AnnouncedCounts.NONE;

    private Features features = Features.ALL;

    /** Offers sent, and offers of it answered, on this session. */
    private long sent;

    private long received;

    /** Loads told and heard on this session. */
    private long outSeq;

    private long inSeq;

    /** The room told last, less the offers since. */
    private int roomTold;

    /** What was left of it when HIGH was told, less the offers that crossed that load. */
    private int roomIfCrossed;

    private boolean offeredSinceLoad;

    private boolean owed;
    private @Nullable LoadState owedState;
    private @Nullable NeighbourView view;
    private boolean attended;
    private final NeighbourTable table;

    Neighbour(NodeId id, NeighbourTable table) {
        this.id = id;
        this.table = table;
    }

    private void changed() {
        if (view != null) {
            view = null;
            table.changed(this);
        }
    }

    /** It may have to be told something at the end of this event, or of a later one. */
    private void attend() {
        if (!attended) {
            attended = true;
            table.attend(this);
        }
    }

    /**
     * It was attended to: it is so again if it may still have to be told something. A node that
     * becomes a neighbour is owed a load then.
     */
    void attendedTo() {
        attended = false;
        if (isNeighbour() && (owed || offeredSinceLoad)) {
            attend();
        }
    }

    boolean isLinked() {
        return linked;
    }

    boolean isNeighbour() {
        return index != Policy.LOCAL;
    }

    /** Whether it runs such a task as its job asks; a node of an earlier version may not. */
    boolean canRun(HeldTask task) {
        return features.canRun(task.task.kind());
    }

    LoadState believed() {
        return believed;
    }

    LoadState announced() {
        return announced;
    }

    int room() {
        return room;
    }

    long sent() {
        return sent;
    }

    long received() {
        return received;
    }

    /**
     * A new link session.
     *
     * @param named what the build at the other end understands
     */
    void linkUp(Features named) {
        features = named;
        reset(true);
        oweCurrentLoad();
    }

    void linkDown() {
        reset(false);
        owed = false;
        owedState = null;
    }

    private void reset(boolean up) {
        linked = up;
        sent = 0;
        received = 0;
        outSeq = 0;
        inSeq = 0;
        roomTold = 0;
        roomIfCrossed = 0;
        offeredSinceLoad = false;
        announced = LoadState.HIGH;
        announcedCounts = AnnouncedCounts.NONE;
        distance = Distance.UNKNOWN;
        speed = PeerMessage.Load.UNKNOWN_SPEED;
        waitingTold = 0;
        hours = null;
        workersWhenOpen = 0;
        closed = false;
        believe(LoadState.HIGH, 0);
    }

    /** Remembers a state, and how many tasks may follow. */
    void believe(LoadState state, int newRoom) {
        room = state.hasRoom() ? newRoom : 0;
        believed = room > 0 ? state : LoadState.HIGH;
        changed();
    }

    /** Remembers the counts of a load; returns whether the load is newer than the last one. */
    boolean onAnnouncement(PeerMessage.Load load) {
        if (load.seq() <= inSeq) {
            return false;
        }
        inSeq = load.seq();
        long unseen = Math.max(0, sent - load.received());
        busy = Math.min(load.busy(), MAX_COUNT);
        waiting = (int) Math.min(load.waiting() + unseen, MAX_COUNT);
        waitingTold = load.waiting();
        table.hears();
        workers = load.workers();
        distance = load.distance();
        speed = load.speed();
        closed = load.state() == LoadState.HIGH && load.busy() < load.workers();
        changed();
        return true;
    }

    /** Remembers when it is open. */
    void onAnnouncement(PeerMessage.Availability announced, long nowNanos) {
        hours =
                announced.always()
                        ? null
                        : announced.open().stream().map(span -> span.minus(-nowNanos)).toList();
        workersWhenOpen = announced.workers();
    }

    /** Of one of its workers, as it said last; {@link PeerMessage.Load#UNKNOWN_SPEED} if never. */
    double speed() {
        return speed;
    }

    /** Workers that run a task there, as it said last. */
    int busy() {
        return busy;
    }

    /** Tasks that wait there, as it said last. */
    int waitingTold() {
        return waitingTold;
    }

    /** Its workers, as it said last. */
    int workers() {
        return workers;
    }

    /** When it was sent a task last. */
    long lastOfferNanos() {
        return lastOfferNanos;
    }

    /** When it is open, on this node's clock; null for always. */
    @Nullable List<AvailabilitySpan> hours() {
        return hours;
    }

    /** How many tasks it runs at a time while it is open. */
    int workersWhenOpen() {
        return hours == null ? workers : workersWhenOpen;
    }

    /** Whether a load was written after the last offer had been answered. */
    boolean hasSeenAllOffers(PeerMessage.Load load) {
        return load.received() >= sent;
    }

    /** It has refused a task. */
    void refuses() {
        closed = true;
        believe(LoadState.HIGH, 0);
    }

    /** One task leaves for it. */
    void offered(long nowNanos) {
        lastOfferNanos = nowNanos;
        sent++;
        waiting++;
        believe(believed, Math.max(0, room - 1));
    }

    void offersResent(int count) {
        sent += count;
    }

    /** One of its offers is answered. Having sent it, it believes me in this state. */
    void answered(LoadState believedBySender) {
        received++;
        offeredSinceLoad = true;
        attend();
        if (roomTold > 0) {
            roomTold--;
        } else if (roomIfCrossed > 0) {
            roomIfCrossed--;
        }
        announce(believedBySender);
    }

    /** From now on it knows me in this state. */
    void announce(LoadState state) {
        if (announced != state) {
            announced = state;
            changed();
        }
    }

    /** Whether it has sent an offer since my last load and may think that I take yet more. */
    boolean overrates() {
        return offeredSinceLoad && (roomTold > 0 || roomIfCrossed > 0);
    }

    /** Whether a load will be sent at the end of this event. */
    boolean isOwed() {
        return owed;
    }

    /** A load must be sent at the end of this event, whatever the state is then. */
    void oweCurrentLoad() {
        owed = true;
        attend();
        owedState = null;
    }

    /** This load must be sent at the end of this event. */
    void owe(LoadState state) {
        owed = true;
        attend();
        owedState = state;
        announce(state);
    }

    /** The state of the load that must be sent now, null when none must; it is owed no longer. */
    @Nullable LoadState takeOwed(LoadState current) {
        if (!owed) {
            return null;
        }
        LoadState state = owedState == null ? current : owedState;
        owed = false;
        owedState = null;
        return state;
    }

    /** Writes the next load of this session. */
    PeerMessage.Load nextLoad(
            LoadState state, LoadSample sample, int newRoom, int newDistance, double ownSpeed) {
        announce(state);
        changed();
        announcedCounts =
                new AnnouncedCounts(
                        sample.busy() + sample.waiting(), sample.workers(), newDistance);
        roomIfCrossed = newRoom > 0 ? 0 : Math.max(roomIfCrossed, roomTold);
        roomTold = newRoom;
        offeredSinceLoad = false;
        return new PeerMessage.Load(
                state,
                ++outSeq,
                received,
                sample.busy(),
                sample.waiting(),
                sample.workers(),
                newRoom,
                newDistance,
                ownSpeed);
    }

    NeighbourView view() {
        NeighbourView current = view;
        if (current == null) {
            current =
                    new NeighbourView(
                            linked,
                            believed,
                            announced,
                            room,
                            busy,
                            waiting,
                            workers,
                            distance,
                            closed,
                            announcedCounts);
            view = current;
        }
        return current;
    }
}
