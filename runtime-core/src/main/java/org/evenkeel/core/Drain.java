package org.evenkeel.core;

import java.util.ArrayList;
import java.util.List;

/**
 * A node's leaving: nothing new comes in, what waits is handed to whoever is up, what runs ends
 * here.
 *
 * <p>States: {@code off -> on -> drained}. Drained is when nothing is owned, held or being handed
 * over.
 */
final class Drain {
    private final Context context;
    private final Links links;
    private final WaitingTasks waiting;
    private final HandOvers handOvers;
    private String why = "";
    private boolean on;
    private boolean drained;
    private int turn;

    Drain(Context context, Links links, WaitingTasks waiting, HandOvers handOvers) {
        this.context = context;
        this.links = links;
        this.waiting = waiting;
        this.handOvers = handOvers;
    }

    boolean isOn() {
        return on;
    }

    String why() {
        return why;
    }

    void start(String reason) {
        on = true;
        why = reason;
        pushOn();
    }

    /**
     * Offers what waits to the peers in turn; what they refuse comes back and is offered again
     * later.
     */
    void pushOn() {
        if (!on) {
            return;
        }
        List<Links.Peer> takers = new ArrayList<>();
        for (Links.Peer peer : links.up()) {
            if (!peer.leaving) {
                takers.add(peer);
            }
        }
        if (takers.isEmpty()) {
            return;
        }
        for (HeldTask copy = waiting.takeToHandOn(); copy != null; copy = waiting.takeToHandOn()) {
            Links.Peer taker = takers.get(turn++ % takers.size());
            handOvers.offer(copy, taker.ref, "this node is leaving");
        }
    }

    /** Whether nothing is left, said once. */
    boolean ends(int owned, int held) {
        boolean now = on && !drained && owned == 0 && held == 0;
        drained |= now;
        return now;
    }
}
