package org.evenkeel.daemon.peer;

import java.time.Instant;
import org.evenkeel.daemon.driver.EventSink;
import org.evenkeel.daemon.driver.TimerSource;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.link.LinkMachine;
import org.evenkeel.model.NodeRef;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds out which processes are certainly gone, and tells whoever must know. */
final class ProcessExitDetector {

    private static final Logger LOG = LoggerFactory.getLogger(ProcessExitDetector.class);

    private final EventSink eventSink;
    private final TimerSource timers;
    private final PeerTable peers;
    private final ReachabilityProbe reachabilityProbe;
    private final Gossip gossip;
    private final Departures departures;

    ProcessExitDetector(
            PeerLinks.Dependencies dependencies,
            PeerTable peers,
            ReachabilityProbe reachabilityProbe,
            Gossip gossip,
            Departures departures) {
        this.eventSink = dependencies.eventSink();
        this.timers = dependencies.timers();
        this.peers = peers;
        this.reachabilityProbe = reachabilityProbe;
        this.gossip = gossip;
        this.departures = departures;
    }

    /**
     * No process listens where this process did, or it has a successor. The core asks others before
     * it says that it is {@link #gone}.
     */
    void refused(NodeRef ref) {
        // Told each time: a peer may have asked since, or its answer may have been too early.
        eventSink.submit(new Event.PeerRefused(ref));
    }

    /** A process counts as gone from now on. */
    void gone(Effect.PeerGone gone) {
        NodeRef ref = gone.peer();
        Peer peer = peers.find(ref.id());
        if (peers.presence(ref) == LinkMachine.Presence.LINKED) {
            return; // a link has come up meanwhile, and the core has heard of it
        }
        if (peer != null && peer.machine.gone(ref.incarnation())) {
            peer.waiting.dropUpTo(ref.incarnation());
        }
        departures.gone(ref, gone.cause(), Instant.now());
        switch (gone.cause()) {
            case REFUSED -> gossip.gone(ref);
            case SILENT -> {
                LOG.warn("{} declared gone: {}", ref, gone.why());
                gossip.forget(ref); // still tried now and then: it may live
            }
            case FORGOTTEN -> {
                LOG.warn("{} declared gone: {}", ref, gone.why());
                gossip.gone(ref);
                gossip.forgotten(ref);
            }
        }
    }

    /** Its link was lost; its process may be over. */
    void afterLoss(Peer peer, NodeRef last) {
        timers.after(
                peer.machine.checkAfterLossNanos(),
                () -> {
                    if (!peer.machine.isLinked()) {
                        check(last);
                    }
                });
    }

    /** A neighbour that left no note: its last process may just be dead. */
    void checkLast(Peer peer) {
        NodeRef last = peer.ref;
        if (last != null && !peer.machine.isGone(last.incarnation())) {
            check(last);
        }
    }

    private void check(NodeRef ref) {
        reachabilityProbe.check(
                ref,
                gone -> {
                    if (gone) {
                        refused(ref);
                    }
                });
    }

    /** Another node wants to know whether a process is still there. */
    void tryReach(NodeRef ref) {
        switch (peers.presence(ref)) {
            case LINKED -> eventSink.submit(new Event.PeerReached(ref));
            case SUCCEEDED -> refused(ref);
            case UNKNOWN ->
                    reachabilityProbe.check(
                            ref,
                            gone -> {
                                if (gone) {
                                    refused(ref);
                                } else {
                                    eventSink.submit(new Event.PeerReached(ref));
                                }
                            });
        }
    }
}
