package org.evenkeel.daemon.keepers;

import org.evenkeel.model.NodeId;

/**
 * A keeper and where others reach it.
 *
 * @param node as in its certificate
 * @param host name or address; one of IPv6 without brackets
 * @param port from 1 to 65535
 */
public record KeeperPeer(NodeId node, String host, int port) {

    /** Largest port. */
    private static final int LAST_PORT = 65_535;

    /**
     * @throws IllegalArgumentException if host or port cannot be right
     */
    public KeeperPeer {
        if (!host.matches("[0-9A-Za-z.:-]+")) {
            throw new IllegalArgumentException("\"" + host + "\" is not the name of a host");
        }
        if (port < 1 || port > LAST_PORT) {
            throw new IllegalArgumentException(port + " is not a port");
        }
    }

    @Override
    public String toString() {
        return node + " at " + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
