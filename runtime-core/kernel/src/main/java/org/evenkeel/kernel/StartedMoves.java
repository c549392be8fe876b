package org.evenkeel.kernel;

import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.protocol.PeerMessage;

/**
 * Moves of tasks that run, from neighbour to neighbour and without a master: this node as the one
 * whose workers are idle, and as the one where a task runs.
 */
record StartedMoves(MoveCaller caller, MoveBidder bidder) {

    void called(NodeRef by, PeerMessage.MoveCall call) {
        bidder.called(by, call);
    }

    void answered(NodeId by, PeerMessage.MoveBid bid) {
        caller.answered(by, bid);
    }

    void awarded(NodeRef by, PeerMessage.MoveAward award) {
        bidder.awarded(by, award);
    }

    /** A task has come that was claimed. */
    void came() {
        caller.came();
    }

    /** There is no link, or the node leaves. */
    void lost(NodeId peer) {
        caller.lost(peer);
        bidder.lost(peer);
    }

    void timerFired() {
        caller.timerFired();
    }

    /** The end of every event. */
    void settle() {
        caller.settle();
    }
}
