package org.evenkeel.daemon.keepers;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.evenkeel.model.NodeId;

/**
 * What a keeper needs to start.
 *
 * @param own this keeper, and where others reach it
 * @param peers all keepers that this one knows of; one that founds a group is among them
 * @param group id of the group; a restored one has another id, so that keepers of the earlier group
 *     cannot take part
 * @param directory for the log and snapshots, a sub-directory for each group
 * @param listen where others are accepted
 * @param start what this start is
 * @param timing how long what takes
 */
public record KeeperSettings(
        KeeperPeer own,
        List<KeeperPeer> peers,
        UUID group,
        Path directory,
        InetSocketAddress listen,
        Start start,
        Timing timing) {

    /** What a start is. A keeper that lost its directory must not found the group again. */
    public enum Start {
        /** The group begins with these peers. All of them are started so, once. */
        FOUND,

        /** The group exists; this keeper is to be added to it. */
        JOIN,

        /** The directory has what this keeper needs. */
        CONTINUE
    }

    /**
     * How long what takes.
     *
     * @param election how long a keeper hears nothing of a leader, at least, before it proposes
     *     itself; twice as long at most
     * @param deadline within which a proposal or a read succeeds or fails
     */
    public record Timing(Duration election, Duration deadline) {

        /** For keepers in one building. */
        public static final Timing USUAL = new Timing(Duration.ofSeconds(1), Duration.ofSeconds(5));

        /**
         * @throws IllegalArgumentException if an election could not end before the deadline
         */
        public Timing {
            if (election.toMillis() < 1 || election.multipliedBy(2).compareTo(deadline) > 0) {
                throw new IllegalArgumentException(
                        "an election of %s ms and a deadline of %s ms do not fit"
                                .formatted(election.toMillis(), deadline.toMillis()));
            }
        }
    }

    /**
     * @throws IllegalArgumentException if there are no peers, two peers have one name, a founder is
     *     no peer, or the address to listen on is not resolved
     */
    public KeeperSettings {
        peers = List.copyOf(peers);
        Set<NodeId> names = new HashSet<>();
        for (KeeperPeer peer : peers) {
            if (!names.add(peer.node())) {
                throw new IllegalArgumentException("two keepers are called " + peer.node());
            }
        }
        if (peers.isEmpty()) {
            throw new IllegalArgumentException("there are no keepers");
        }
        if (listen.isUnresolved()) {
            throw new IllegalArgumentException(listen + " is not resolved");
        }
        if (start == Start.FOUND && !peers.contains(own)) {
            throw new IllegalArgumentException(own + " is not among the keepers that it founds");
        }
    }
}
