package org.evenkeel.model;

/**
 * One process start of a daemon, and where it listens for peers.
 *
 * @param id the node
 * @param incarnation id of this process start; a dead incarnation never returns, a later start has
 *     a greater one
 * @param host literal address or host name
 * @param port TCP port, 0 when the node cannot be reached from outside (a test's node)
 */
public record NodeRef(NodeId id, long incarnation, String host, int port) {

    /** Whether this process started later than another one of the same node. */
    public boolean isLaterThan(NodeRef other) {
        return Incarnations.isLater(incarnation, other.incarnation);
    }

    @Override
    public String toString() {
        return id + "@" + host + ":" + port;
    }
}
