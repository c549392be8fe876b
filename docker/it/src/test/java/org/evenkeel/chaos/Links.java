package org.evenkeel.chaos;

import java.util.HashSet;
import java.util.Set;

/** Which links are cut, and which directions of which links are silent; asked by every front. */
final class Links {

    /** From one end to the other. */
    record Way(String from, String to) {
        Way back() {
            return new Way(to, from);
        }
    }

    private final Set<Way> hung = new HashSet<>();
    private final Set<Way> cut = new HashSet<>();
    private int waiting;

    /** What is said that way waits until {@link #heal}. */
    synchronized void hang(Way way) {
        hung.add(way);
    }

    /** No link either way is let through until {@link #heal}. */
    synchronized void cut(Way way) {
        cut.add(way);
        cut.add(way.back());
    }

    /** Ends all that was done to this link. */
    synchronized void heal(Way way) {
        hung.remove(way);
        hung.remove(way.back());
        cut.remove(way);
        cut.remove(way.back());
        notifyAll();
    }

    synchronized void healAll() {
        hung.clear();
        cut.clear();
        notifyAll();
    }

    synchronized boolean isCut(Way way) {
        return cut.contains(way);
    }

    /** Blocks while that way is silent. */
    synchronized void await(Way way) throws InterruptedException {
        waiting++;
        try {
            while (hung.contains(way)) {
                wait();
            }
        } finally {
            waiting--;
        }
    }

    /** How many directions of links have something to say and may not. */
    synchronized int waiting() {
        return waiting;
    }
}
