package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.evenkeel.kernel.Event.Timer;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;

/**
 * Looks for tasks whose holder is gone. It may have handed them on since it last reported, so every
 * linked peer is asked what it holds, the next process of its node too, which may have been handed
 * it since. So is every peer whose link comes up meanwhile. What none of them has is lost. Who does
 * not answer within a thirtieth of the owner's lease is not waited for: if it has the task after
 * all, that runs twice and one grant counts.
 */
final class HolderSearch {
    private static final int PATIENCE = 30;

    private final class Search {
        final List<GrantedTask> missing;
        final String why;
        final Set<NodeId> asked = new LinkedHashSet<>();
        final long endNanos = context.now + context.config.ownerLeaseNanos() / PATIENCE;

        Search(List<GrantedTask> missing, String why) {
            this.missing = missing;
            this.why = why;
        }
    }

    private final NodeContext context;
    private final PeerLinkTable peerLinkTable;
    private final Grants grants;
    private final List<Search> searches = new ArrayList<>();

    HolderSearch(NodeContext context, PeerLinkTable peerLinkTable, Grants grants) {
        this.context = context;
        this.peerLinkTable = peerLinkTable;
        this.grants = grants;
    }

    /** A peer's process is gone. */
    void holderGone(NodeId holder, String why) {
        List<GrantedTask> missing = grants.withoutHolder(holder);
        if (missing.isEmpty()) {
            return;
        }
        Search search = new Search(missing, why);
        for (PeerLinkTable.Peer peer : peerLinkTable.up()) {
            search.asked.add(peer.ref.id());
            context.out.send(peer.ref, new PeerMessage.Returned());
        }
        if (search.asked.isEmpty()) {
            end(search);
        } else {
            searches.add(search);
            context.out.later(new Effect.SetTimer(Timer.SEARCH, searches.getFirst().endNanos));
        }
    }

    /** A link came up: this peer may have been handed what is missing. */
    void peerUp(NodeRef peer) {
        if (searches.isEmpty()) {
            return;
        }
        searches.forEach(search -> search.asked.add(peer.id()));
        context.out.send(peer, new PeerMessage.Returned());
    }

    /** A peer has said all it holds, or is not there any more. */
    void answered(NodeId peer) {
        List<Search> over = new ArrayList<>();
        for (Iterator<Search> all = searches.iterator(); all.hasNext(); ) {
            Search search = all.next();
            search.asked.remove(peer);
            if (search.asked.isEmpty()) {
                all.remove();
                over.add(search);
            }
        }
        over.forEach(this::end);
    }

    void timerFired() {
        List<Search> over = new ArrayList<>();
        while (!searches.isEmpty() && searches.getFirst().endNanos <= context.now) {
            over.add(searches.removeFirst());
        }
        if (!searches.isEmpty()) {
            context.out.later(new Effect.SetTimer(Timer.SEARCH, searches.getFirst().endNanos));
        }
        over.forEach(this::end);
    }

    private void end(Search search) {
        search.missing.forEach(task -> grants.lostUnlessHeld(task, search.why));
    }
}
