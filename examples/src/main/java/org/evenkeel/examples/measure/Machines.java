package org.evenkeel.examples.measure;

import java.util.Map;
import java.util.TreeMap;

/**
 * What the nodes of a cluster stand for; travels with every task.
 *
 * @param processors by node, above 0; a node that is not named is as fast as it is
 */
public record Machines(Map<String, Double> processors) {
    /** No thread is slowed. */
    public static final Machines AS_THEY_ARE = new Machines(Map.of());

    public Machines {
        processors = Map.copyOf(processors);
    }

    /**
     * Reads {@code n1=0.1,n2=0.05}.
     *
     * @throws IllegalArgumentException if the text has another shape or a number is not above 0
     */
    public static Machines parse(String text) {
        Map<String, Double> processors = new TreeMap<>();
        for (String part : text.split(",", -1)) {
            String[] words = part.split("=", -1);
            if (words.length != 2 || words[0].isEmpty()) {
                throw malformed(part);
            }
            try {
                double some = Double.parseDouble(words[1]);
                if (!(some > 0)) {
                    throw malformed(part);
                }
                processors.put(words[0], some);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(malformed(part).getMessage(), e);
            }
        }
        return new Machines(processors);
    }

    private static IllegalArgumentException malformed(String part) {
        return new IllegalArgumentException(
                "\"" + part + "\" is no node with its processors, like n1=0.25");
    }

    /** Processors of a node; 1 when it is not slowed. */
    double at(String node) {
        return processors.getOrDefault(node, 1.0);
    }

    /** Those of the fastest; 1 when none is named. */
    double fastest() {
        return processors.values().stream().mapToDouble(some -> some).max().orElse(1);
    }
}
