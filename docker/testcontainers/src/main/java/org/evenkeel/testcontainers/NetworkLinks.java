package org.evenkeel.testcontainers;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the links of a cluster are like.
 *
 * @param usual all that are not named
 * @param some those of two nodes, by {@code n1 n2}, the lower name first
 */
public record NetworkLinks(LinkShape usual, Map<String, LinkShape> some) {
    /** Links as they are. */
    public static final NetworkLinks NONE = new NetworkLinks(LinkShape.NONE, Map.of());

    public NetworkLinks {
        some = Map.copyOf(some);
    }

    boolean isNone() {
        return equals(NONE);
    }

    NetworkLinks withUsual(LinkShape shape) {
        return new NetworkLinks(shape, some);
    }

    NetworkLinks with(String one, String other, LinkShape shape) {
        if (one.equals(other)) {
            throw new IllegalArgumentException(one + " has no link to itself");
        }
        Map<String, LinkShape> more = new TreeMap<>(some);
        more.put(one.compareTo(other) < 0 ? one + " " + other : other + " " + one, shape);
        return new NetworkLinks(usual, more);
    }

    /** What the relay before this node is told. */
    List<String> words(String node) {
        List<String> words = new ArrayList<>(List.of(usual.word()));
        new TreeMap<>(some)
                .forEach((pair, shape) -> {
                    String[] ends = pair.split(" ", -1);
                    if (ends[0].equals(node) || ends[1].equals(node)) {
                        words.add(ends[ends[0].equals(node) ? 1 : 0] + "=" + shape.word());
                    }
                });
        return words;
    }
}
