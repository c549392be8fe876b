package org.evenkeel.model.topology;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.evenkeel.model.NodeId;

/**
 * Who is whose neighbour where nodes come and go and know of each other by name: every node while
 * there are few, beyond that those beside it on some rings, each a {@link Ring} in an order of its
 * own. Who knows the same names finds the same graph: symmetric, connected, of bounded degree.
 *
 * <p>A node's place on a ring is drawn from its name, so that one that comes or goes changes the
 * neighbours of those beside it only. A graph over the places in a list, as {@link RandomGraph} or
 * a grid are, would be another one for every number of nodes, and while the news of one node is on
 * its way no two nodes would agree on any link. Rings in random order on top of each other are
 * random graphs all the same: few hops from anywhere to anywhere.
 */
public final class OpenGraph {

    /** Most neighbours of a node. */
    public static final int MAX_NEIGHBOURS = 64;

    /** Rings of a larger graph; a node has at most two neighbours on each. */
    private static final int RINGS = 8;

    private static final Ring RING = new Ring();

    /**
     * The neighbours of a node, those after it in the order of their names first: not every node
     * begins with the same one.
     *
     * @param others every other node; the node itself is passed over
     */
    public static List<NodeId> neighbours(NodeId self, Collection<NodeId> others) {
        TreeSet<NodeId> chosen = new TreeSet<>(others);
        chosen.remove(self);
        if (chosen.size() > MAX_NEIGHBOURS) {
            List<NodeId> all = new ArrayList<>(chosen);
            all.add(self);
            chosen.clear();
            for (int ring = 0; ring < RINGS; ring++) {
                chosen.addAll(beside(self, all, ring));
            }
        }
        List<NodeId> ordered = new ArrayList<>(chosen.tailSet(self));
        ordered.addAll(chosen.headSet(self));
        return List.copyOf(ordered);
    }

    private static List<NodeId> beside(NodeId self, List<NodeId> all, int ring) {
        record Place(long place, NodeId node) {}
        List<Place> places = new ArrayList<>(all.size());
        for (NodeId node : all) {
            places.add(new Place(placeOf(node, ring), node));
        }
        places.sort(Comparator.comparingLong(Place::place).thenComparing(Place::node));
        int own = places.indexOf(new Place(placeOf(self, ring), self));
        return RING.neighbours(own, places.size()).stream()
                .map(index -> places.get(index).node)
                .toList();
    }

    /** FNV-1a over the name, begun differently for each ring, and its bits spread over all. */
    private static long placeOf(NodeId node, int ring) {
        long hash = 0xcbf29ce484222325L + ring * 0x9E3779B97F4A7C15L;
        for (byte one : node.name().getBytes(StandardCharsets.US_ASCII)) {
            hash = (hash ^ one) * 0x100000001b3L;
        }
        hash = (hash ^ hash >>> 32) * 0xd6e8feb86659fd93L;
        return hash ^ hash >>> 32;
    }
}
