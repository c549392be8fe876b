package org.evenkeel.daemon.net;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The connections of a daemon whose handshake is done. There is a bound to all, which leaves
 * descriptors for the files of the daemon, and one to those that show a certificate of one name.
 * Workers are not counted: a daemon starts those itself. Used on the event loop.
 */
final class ConnectionLimiter {

    private static final int MOST = 4_096;

    /** Of all, those of one name. */
    private static final int SHARE = 4;

    private final int most;
    private final Map<String, Integer> byName = new HashMap<>();
    private int all;

    /**
     * @param most connections at a time
     */
    ConnectionLimiter(int most) {
        this.most = most;
    }

    /** With as many as the system permits to this process. */
    static ConnectionLimiter ofThisSystem() {
        boolean told =
                ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean;
        if (!told) {
            return new ConnectionLimiter(MOST);
        }
        UnixOperatingSystemMXBean system =
                (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return new ConnectionLimiter((int) Math.min(MOST, system.getMaxFileDescriptorCount() / 2));
    }

    /** Why there is no room for another one of this speaker; null when there is. */
    @Nullable String whyNot(AuthenticatedPeer authenticatedPeer) {
        if (authenticatedPeer.role() == Role.WORKER) {
            return null;
        }
        if (all >= most) {
            return "too many connections: " + most;
        }
        int share = Math.max(1, most / SHARE);
        return !authenticatedPeer.submitter().isEmpty()
                        && byName.getOrDefault(authenticatedPeer.submitter(), 0) >= share
                ? "too many connections of " + authenticatedPeer.submitter() + ": " + share
                : null;
    }

    /** It is connected, until the returned is run, once. */
    Runnable enter(AuthenticatedPeer authenticatedPeer) {
        if (authenticatedPeer.role() == Role.WORKER) {
            return () -> {};
        }
        String name = authenticatedPeer.submitter();
        all++;
        byName.merge(name, 1, Integer::sum);
        return () -> {
            all--;
            byName.computeIfPresent(name, (key, count) -> count == 1 ? null : count - 1);
        };
    }
}
