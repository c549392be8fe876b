package org.evenkeel.model.topology;

import java.util.List;
import org.evenkeel.model.NameWithOptions;
import org.evenkeel.model.Numbers;
import org.evenkeel.model.SpellingSuggestion;
import org.jspecify.annotations.Nullable;

/** The topologies by the names that a configuration uses. */
public final class Topologies {

    private static final List<String> NAMES =
            List.of("mesh", "torus", "ring", "hypercube", "star", "complete", "random");

    private static final int MAX_SIDE = 1_000_000;

    /** All names. */
    public static List<String> names() {
        return NAMES;
    }

    /**
     * Reads {@code mesh}, {@code mesh(4x4)}, {@code torus}, {@code ring}, {@code hypercube}, {@code
     * star}, {@code complete} or {@code random(k=3,seed=1)}.
     *
     * @throws IllegalArgumentException naming what is wrong and the nearest known word
     */
    public static Topology parse(String text) {
        NameWithOptions choice = NameWithOptions.parse(text);
        return switch (choice.name()) {
            case "mesh" -> grid(choice, false);
            case "torus" -> grid(choice, true);
            case "ring" -> plain(choice, new Ring());
            case "hypercube" -> plain(choice, new Hypercube());
            case "star" -> plain(choice, new Star());
            case "complete" -> plain(choice, new Complete());
            case "random" -> random(choice);
            default ->
                    throw new IllegalArgumentException(
                            "unknown topology \""
                                    + choice.name()
                                    + "\"; "
                                    + SpellingSuggestion.hint(choice.name(), NAMES));
        };
    }

    private static Topology plain(NameWithOptions choice, Topology topology) {
        choice.checkKeys(List.of());
        return topology;
    }

    private static Topology grid(NameWithOptions choice, boolean torus) {
        if (choice.arguments().isEmpty()) {
            choice.checkKeys(List.of());
            return new Grid(0, 0, torus);
        }
        String[] sides = choice.arguments().getFirst().split("x", -1);
        if (choice.arguments().size() > 1 || !choice.options().isEmpty() || sides.length != 2) {
            throw badGrid(choice, null);
        }
        try {
            int rows = Integer.parseInt(sides[0]);
            int columns = Integer.parseInt(sides[1]);
            if (rows < 1 || columns < 1 || rows > MAX_SIDE || columns > MAX_SIDE) {
                throw badGrid(choice, null);
            }
            return new Grid(rows, columns, torus);
        } catch (NumberFormatException e) {
            throw badGrid(choice, e);
        }
    }

    private static IllegalArgumentException badGrid(
            NameWithOptions choice, @Nullable NumberFormatException cause) {
        return new IllegalArgumentException(
                "\"%s\": use %s or give rows and columns, such as %s(4x4)"
                        .formatted(choice, choice.name(), choice.name()),
                cause);
    }

    private static Topology random(NameWithOptions choice) {
        choice.checkKeys(List.of("k", "seed"));
        int degree = Math.toIntExact(number(choice, "k", 3, Integer.MAX_VALUE));
        return new RandomGraph(degree, number(choice, "seed", 1, Long.MAX_VALUE));
    }

    private static long number(NameWithOptions choice, String key, long otherwise, long most) {
        String written = choice.option(key, Long.toString(otherwise));
        return Numbers.whole(written, -most, most)
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "%s: option \"%s\" is not a number: \"%s\""
                                        .formatted(choice.name(), key, written)));
    }
}
