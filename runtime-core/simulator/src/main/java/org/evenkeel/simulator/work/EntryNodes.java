package org.evenkeel.simulator.work;

import java.util.List;
import java.util.SplittableRandom;
import org.evenkeel.model.NameWithOptions;
import org.evenkeel.model.Numbers;
import org.evenkeel.model.SpellingSuggestion;

/**
 * Where the tasks of a stream enter.
 *
 * @param name as read by {@link #parse}
 * @param hotNodes so many nodes, the first ones, get the hot share
 * @param hotShare part of the tasks that enters there, 0 to 1; the rest enters everywhere, in
 *     proportion to capacity
 * @param burst tasks that enter together at one node
 * @param atOnce whether all enter at the first moment
 */
public record EntryNodes(String name, int hotNodes, double hotShare, int burst, boolean atOnce) {

    /** Everywhere, in proportion to capacity. */
    public static final EntryNodes EVEN = new EntryNodes("even", 0, 0, 1, false);

    private static final int MAX_COUNT = 1_000_000;
    private static final List<String> NAMES = List.of("even", "hot", "bursts", "corner");

    /** Chooses the node of the next task. */
    interface Chooser {
        int choose(SplittableRandom random);
    }

    /**
     * Reads {@code even}, {@code hot(nodes=1,share=0.9)}, {@code bursts(size=20)} or {@code corner}
     * (all tasks at once at the first node).
     *
     * @throws IllegalArgumentException naming what is wrong and the nearest known word
     */
    public static EntryNodes parse(String text) {
        NameWithOptions choice = NameWithOptions.parse(text);
        return switch (choice.name()) {
            case "even" -> {
                choice.checkKeys(List.of());
                yield EVEN;
            }
            case "hot" -> hot(choice);
            case "bursts" -> bursts(choice);
            case "corner" -> {
                choice.checkKeys(List.of());
                yield new EntryNodes("corner", 1, 1, 1, true);
            }
            default ->
                    throw new IllegalArgumentException(
                            "unknown arrivals \""
                                    + choice.name()
                                    + "\"; "
                                    + SpellingSuggestion.hint(choice.name(), NAMES));
        };
    }

    private static EntryNodes hot(NameWithOptions choice) {
        choice.checkKeys(List.of("nodes", "share"));
        int nodes = count(choice, "nodes", 1);
        double share = share(choice);
        return new EntryNodes(choice.toString(), nodes, share, 1, false);
    }

    private static EntryNodes bursts(NameWithOptions choice) {
        choice.checkKeys(List.of("size"));
        int size = count(choice, "size", 20);
        return new EntryNodes(choice.toString(), 0, 0, size, false);
    }

    private static int count(NameWithOptions choice, String key, int otherwise) {
        String written = choice.option(key, "" + otherwise);
        double value = Numbers.decimal(written, 1, MAX_COUNT).orElse(Double.NaN);
        if (value != Math.rint(value)) {
            throw refusal(choice, key, written, "a whole number from 1 to " + MAX_COUNT);
        }
        return (int) value;
    }

    private static double share(NameWithOptions choice) {
        String written = choice.option("share", "0.9");
        return Numbers.decimal(written, 0, 1)
                .orElseThrow(() -> refusal(choice, "share", written, "0 to 1"));
    }

    private static IllegalArgumentException refusal(
            NameWithOptions choice, String key, String written, String expected) {
        return new IllegalArgumentException(
                choice.name() + ": " + key + " is \"" + written + "\", not " + expected);
    }

    Chooser open(Workload.Machines machines) {
        int hot = Math.min(hotNodes, machines.nodes());
        double[] upTo = new double[machines.nodes()];
        double total = 0;
        for (int node = 0; node < upTo.length; node++) {
            total += machines.capacity(node);
            upTo[node] = total;
        }
        return random -> {
            if (hot > 0 && (hotShare == 1 || random.nextDouble() < hotShare)) {
                return hot == 1 ? 0 : random.nextInt(hot);
            }
            return find(upTo, random.nextDouble() * upTo[upTo.length - 1]);
        };
    }

    /** The first node whose sum is above the point. */
    private static int find(double[] upTo, double point) {
        int low = 0;
        int high = upTo.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (upTo[middle] <= point) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
