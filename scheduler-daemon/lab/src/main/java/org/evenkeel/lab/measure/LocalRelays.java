package org.evenkeel.lab.measure;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.cli.start.ClusterPlan;
import org.evenkeel.lab.relay.Relay;
import org.evenkeel.lab.relay.RelayLinkShape;

/**
 * A relay in this process before each daemon of a local cluster; none where links stay as they are.
 */
final class LocalRelays implements AutoCloseable {
    private final RelayLinkShape links;
    private final List<Relay> relays = new ArrayList<>();

    LocalRelays(RelayLinkShape links) {
        this.links = links;
    }

    /** The same plan, where each daemon tells the others that it listens where a relay does. */
    ClusterPlan before(ClusterPlan plan) throws IOException {
        if (links.isNone()) {
            return plan;
        }
        InetAddress here = InetAddress.getLoopbackAddress();
        List<String> listen = new ArrayList<>();
        List<String> advertise = new ArrayList<>();
        for (InetSocketAddress daemon : free(here, plan.nodes().size())) {
            Relay relay = Relay.listen(new InetSocketAddress(here, 0), daemon, dialler -> links);
            relays.add(relay);
            listen.add(here.getHostAddress() + ":" + daemon.getPort());
            advertise.add(here.getHostAddress() + ":" + relay.port());
        }
        return plan.withEach("listen", listen).withEach("advertise", advertise);
    }

    /** Ports that no process listens at now. */
    private static List<InetSocketAddress> free(InetAddress here, int count) throws IOException {
        List<ServerSocket> held = new ArrayList<>();
        try {
            List<InetSocketAddress> addresses = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                ServerSocket socket = new ServerSocket(0, 1, here);
                held.add(socket);
                addresses.add(new InetSocketAddress(here, socket.getLocalPort()));
            }
            return addresses;
        } finally {
            for (ServerSocket socket : held) {
                socket.close();
            }
        }
    }

    @Override
    public void close() {
        relays.forEach(Relay::close);
    }
}
