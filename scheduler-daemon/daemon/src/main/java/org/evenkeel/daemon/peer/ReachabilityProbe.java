package org.evenkeel.daemon.peer;

import org.evenkeel.daemon.config.DaemonConfig.Address;
import org.evenkeel.daemon.net.Sockets;
import org.evenkeel.model.NodeRef;

/**
 * Finds out whether a process is certainly gone: its own note says that it is dead or has a
 * successor, or no process listens at its address. Not knowing counts as not gone.
 */
record ReachabilityProbe(Sockets sockets, Directory directory) {
    /** Hears on the event loop, once. */
    interface Listener {
        void checked(boolean gone);
    }

    void check(NodeRef ref, Listener listener) {
        directory.refresh(
                ref.id(),
                found -> {
                    if (found != null
                            && (found.ref().isLaterThan(ref)
                                    || found.ref().incarnation() == ref.incarnation()
                                            && !found.alive())) {
                        listener.checked(true);
                    } else if (ref.port() == 0) {
                        listener.checked(false);
                    } else {
                        sockets.knock(new Address(ref.host(), ref.port()), listener::checked);
                    }
                });
    }
}
