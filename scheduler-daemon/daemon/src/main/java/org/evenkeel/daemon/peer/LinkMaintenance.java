package org.evenkeel.daemon.peer;

import java.util.concurrent.TimeUnit;
import org.evenkeel.daemon.driver.TimerSource;
import org.evenkeel.kernel.link.LinkMachine;
import org.evenkeel.kernel.link.LinkTimes;

/** Pings links that are silent, closes those that stay silent, and those that no node needs. */
final class LinkMaintenance {

    private final PeerLinks links;
    private final PeerTable peers;
    private final TimerSource timers;
    private final LinkTimes times;

    LinkMaintenance(PeerLinks links, PeerTable peers, PeerLinks.Settings settings) {
        this.links = links;
        this.peers = peers;
        this.timers = links.dependencies().timers();
        this.times = new LinkTimes(settings.pingEveryNanos(), settings.pingLimitNanos());
    }

    void start() {
        long now = System.nanoTime();
        timers.after(times.pingEveryNanos(), () -> watch(now));
    }

    private void watch(long dueNanos) {
        if (links.isClosed()) {
            return;
        }
        long now = System.nanoTime();
        boolean lagged = times.isLate(dueNanos, now);
        for (Peer peer : peers.all()) {
            PeerLink link = peer.link();
            if (link != null) {
                watch(peer, link, now, lagged);
            } else if (!isNeeded(peer)) {
                peers.forget(peer);
            }
        }
        timers.after(times.pingEveryNanos(), () -> watch(now));
    }

    private static boolean isNeeded(Peer peer) {
        LinkMachine machine = peer.machine;
        return machine.isNeighbour()
                || machine.isUnreachable()
                || machine.isDialling()
                || peer.hasWaiting();
    }

    private void watch(Peer peer, PeerLink link, long now, boolean lagged) {
        long silence = now - link.lastHeardNanos();
        long unused = now - link.lastUsedNanos();
        switch (times.check(silence, unused, peer.machine.isNeighbour(), lagged)) {
            case KEEP -> {}
            case PING -> link.ping();
            case CLOSE_SILENT ->
                    link.close("silent for " + TimeUnit.NANOSECONDS.toMillis(silence) + " ms");
            case CLOSE_IDLE -> link.close("the link is not needed");
        }
    }
}
