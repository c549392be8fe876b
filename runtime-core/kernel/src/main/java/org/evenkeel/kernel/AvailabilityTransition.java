package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.kernel.AvailabilityWindow.Change;
import org.evenkeel.model.AvailabilitySpan;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.protocol.PeerMessage;
import org.jspecify.annotations.Nullable;

/**
 * A node's opening and closing. Closing, it returns what it has not finished: workers return what
 * was sent ahead, what waits is placed as on a node without workers, and what runs is moved, starts
 * again elsewhere or continues, as configured. It stays linked, and owns what it owns.
 *
 * <p>Neighbours are told the hours, as times from now, whenever they change and on each new link.
 */
final class AvailabilityTransition {
    private final NodeContext context;
    private final AvailabilityWindow hours;
    private final PeerLinkTable peerLinkTable;
    private final Slots slots;
    private final WaitingTasks waiting;
    private final Balancer balancer;
    private final Execution execution;
    private final Suspensions evacuation;
    private final Drain drain;
    private int workersTold = -1;
    private long leadSeen;

    AvailabilityTransition(
            NodeContext context,
            AvailabilityWindow hours,
            PeerLinkTable peerLinkTable,
            Slots slots,
            WaitingTasks waiting,
            Balancer balancer,
            Execution execution,
            Suspensions evacuation,
            Drain drain) {
        this.context = context;
        this.hours = hours;
        this.peerLinkTable = peerLinkTable;
        this.slots = slots;
        this.waiting = waiting;
        this.balancer = balancer;
        this.execution = execution;
        this.evacuation = evacuation;
        this.drain = drain;
    }

    /** Before each event: it may be time. */
    void advance() {
        Change change = hours.advance();
        if (change == Change.NONE) {
            return;
        }
        balancer.setShut(hours.isShut());
        switch (change) {
            case ON_HOLD -> placeElsewhere();
            case CLOSING -> moveWhatRuns();
            case CLOSED -> close();
            case OPENED -> {
                evacuation.stayHere();
                balancer.drainWaiting();
            }
            case RESUMED -> balancer.drainWaiting();
            case NONE -> {}
        }
    }

    private void moveWhatRuns() {
        evacuation.requestSuspensionsAtClosing();
        placeElsewhere();
    }

    private void close() {
        switch (hours.closedBy()) {
            case MOVE -> {
                if (!hours.isClosedByNotice()) {
                    evacuation.rememberWhatStayed();
                }
                execution.restartRunning(this::whyStopped);
            }
            case RESTART -> execution.restartRunning(_ -> hours.closedWords());
            case FINISH -> {}
        }
        placeElsewhere();
    }

    private String whyStopped(HeldTask running) {
        return hours.closedWords() + evacuation.whyStayed(running);
    }

    private void placeElsewhere() {
        slots.recall(Integer.MAX_VALUE);
        waiting.takeAll().forEach(task -> balancer.place(task, null));
    }

    /** The hours are these from now on; null for always. */
    void set(@Nullable List<AvailabilitySpan> spans, CloseMode closeMode) {
        boolean toldBefore = hours.isLimited();
        hours.set(spans, closeMode);
        advance();
        if (toldBefore || hours.isLimited()) {
            workersTold = slots.workers();
            for (PeerLinkTable.Peer peer : peerLinkTable.up()) {
                announce(peer.ref);
            }
        }
    }

    /** This notice counts from now on. */
    void heed(Notice notice) {
        hours.heed(notice);
        advance();
    }

    /** The notice of this source counts no more. */
    void withdraw(Notice.Source source) {
        hours.withdraw(source);
        advance();
    }

    /** A peer that is new here is told. */
    void peerUp(NodeRef peer) {
        if (hours.isLimited()) {
            announce(peer);
        }
    }

    /** An event is dealt with: peers know how many workers there are while this node is open. */
    void settle() {
        if (hours.isLimited()) {
            followLead();
        }
        if (hours.isLimited() && workersTold != slots.workers()) {
            workersTold = slots.workers();
            for (PeerLinkTable.Peer peer : peerLinkTable.up()) {
                announce(peer.ref);
            }
        }
        balancer.setShut(hours.isShut());
        freeze(hours.isFrozen() && !drain.isOn());
    }

    private void freeze(boolean now) {
        if (context.workersFrozen != now) {
            context.workersFrozen = now;
            context.out.later(new Effect.FreezeWorkers(now));
        }
    }

    /** A suspension that took longer than those before has this node begin to close earlier. */
    private void followLead() {
        long lead = context.migrations.leadNanos(context.config.phases().moveNanos());
        if (leadSeen != lead) {
            leadSeen = lead;
            hours.lookAgain();
            advance();
        }
    }

    private void announce(NodeRef peer) {
        List<AvailabilitySpan> spans = hours.spans();
        List<AvailabilitySpan> ahead = new ArrayList<>();
        if (spans != null) {
            for (AvailabilitySpan span : spans) {
                if (span.toNanos() > context.now && ahead.size() < AvailabilitySpan.MAX) {
                    long from = Math.max(span.fromNanos(), context.now);
                    ahead.add(new AvailabilitySpan(from, span.toNanos()).minus(context.now));
                }
            }
        }
        context.out.send(peer, new PeerMessage.Availability(spans == null, slots.workers(), ahead));
    }
}
