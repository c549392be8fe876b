package org.evenkeel.daemon;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.evenkeel.daemon.config.ConfigException;
import org.evenkeel.daemon.config.DaemonConfig;
import org.evenkeel.daemon.config.DaemonConfig.Address;
import org.evenkeel.daemon.config.DaemonConfig.Neighbour;
import org.evenkeel.daemon.config.DaemonConfig.Neighbourhood;
import org.evenkeel.daemon.peer.PeerLinks.Around;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.topology.Topologies;

/**
 * The neighbours that a configuration names.
 *
 * @param around whom the node is to be linked with
 * @param first what its core is told at the start
 */
record Neighbours(Around around, Event.NeighboursSet first) {

    /**
     * The neighbours of a node.
     *
     * @param certified what holds when nothing is configured and this machine has a certificate
     */
    static Neighbours of(DaemonConfig config, Optional<Neighbourhood.Open> certified)
            throws ConfigException {
        boolean silent =
                config.neighbourhood() instanceof Neighbourhood.Named named
                        && named.neighbours().isEmpty();
        Neighbourhood around =
                silent && certified.isPresent() ? certified.get() : config.neighbourhood();
        return switch (around) {
            case Neighbourhood.Named named -> named(config.node(), named);
            case Neighbourhood.Computed computed -> computed(config.node(), computed);
            case Neighbourhood.Open open ->
                    new Neighbours(
                            new Around.Open(open.seeds(), config.times().ownerLease().toNanos()),
                            new Event.NeighboursSet(List.of(), 0));
        };
    }

    private static Neighbours fixed(
            List<NodeId> ids, Map<NodeId, Address> addresses, int clusterSize) {
        return new Neighbours(
                new Around.Fixed(ids, addresses), new Event.NeighboursSet(ids, clusterSize));
    }

    private static Neighbours named(NodeId self, Neighbourhood.Named named) throws ConfigException {
        List<NodeId> ids = new ArrayList<>();
        Map<NodeId, Address> addresses = new HashMap<>();
        for (Neighbour neighbour : named.neighbours()) {
            if (neighbour.id().equals(self)) {
                throw new ConfigException(self + " is not its own neighbour");
            }
            ids.add(neighbour.id());
            neighbour.address().ifPresent(to -> addresses.put(neighbour.id(), to));
        }
        return fixed(List.copyOf(ids), addresses, ids.size() + 1);
    }

    private static Neighbours computed(NodeId self, Neighbourhood.Computed computed)
            throws ConfigException {
        List<NodeId> members = computed.members();
        int index = members.indexOf(self);
        if (index < 0) {
            throw new ConfigException("members does not name this node, " + self);
        }
        try {
            List<NodeId> ids =
                    Topologies.parse(computed.topology()).neighbours(index, members.size()).stream()
                            .map(members::get)
                            .toList();
            return fixed(ids, Map.of(), members.size());
        } catch (IllegalArgumentException e) {
            throw new ConfigException(String.valueOf(e.getMessage()));
        }
    }
}
