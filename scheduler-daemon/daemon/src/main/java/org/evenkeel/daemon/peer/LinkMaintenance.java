package org.evenkeel.daemon.peer;

import java.util.concurrent.TimeUnit;
import org.evenkeel.daemon.driver.TimerSource;

/** Pings links that are silent, closes those that stay silent, and those that no node needs. */
final class LinkMaintenance {

    private static final long IDLE_NANOS = TimeUnit.MINUTES.toNanos(3);

    private final PeerLinks links;
    private final PeerTable peers;
    private final TimerSource timers;
    private final long everyNanos;
    private final long limitNanos;

    LinkMaintenance(PeerLinks links, PeerTable peers, PeerLinks.Settings settings) {
        this.links = links;
        this.peers = peers;
        this.timers = links.dependencies().timers();
        this.everyNanos = settings.pingEveryNanos();
        this.limitNanos = settings.pingLimitNanos();
    }

    void start() {
        long now = System.nanoTime();
        timers.after(everyNanos, () -> watch(now));
    }

    private void watch(long dueNanos) {
        if (links.isClosed()) {
            return;
        }
        long now = System.nanoTime();
        boolean lagged = now - dueNanos > everyNanos + everyNanos / 2;
        for (Peer peer : peers.all()) {
            PeerLink link = peer.link;
            if (link != null) {
                watch(peer, link, now, lagged);
            } else if (!isNeeded(peer)) {
                peers.forget(peer);
            }
        }
        timers.after(everyNanos, () -> watch(now));
    }

    private static boolean isNeeded(Peer peer) {
        return peer.neighbour || peer.unreachable || peer.dialling || peer.hasWaiting();
    }

    private void watch(Peer peer, PeerLink link, long now, boolean lagged) {
        long silence = now - link.lastHeardNanos();
        if (silence > limitNanos && !lagged) {
            link.close("silent for " + TimeUnit.NANOSECONDS.toMillis(silence) + " ms");
        } else if (!peer.neighbour && now - link.lastUsedNanos() > IDLE_NANOS) {
            link.close("the link is not needed");
        } else if (silence >= everyNanos) {
            link.ping();
        }
    }
}
