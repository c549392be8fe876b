package org.evenkeel.simulator.work;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import org.evenkeel.model.NameWithOptions;

/**
 * The experiment of "A universal model of distributed dynamic load balancing": a four-way merge
 * sort. A segment of at most {@code threshold} elements is quick-sorted, a longer one is cut into
 * four child tasks, whose results the parent merges.
 *
 * <p>Elements have 4 bytes; a task carries its segment there and back. Weights count elements.
 *
 * <p>A quick-sort of n elements takes 2(n+1)H(n) - 4n comparisons on average and 0.648 n more or
 * less (standard deviation; Knuth, "Sorting and Searching", 5.2.2), drawn for each leaf; merging
 * takes two comparisons for each element. Cutting moves nothing.
 *
 * @param elements m
 * @param threshold longest segment that is sorted at once
 * @param compareNanos time of one comparison and move at speed 1
 */
public record MergeSortWorkload(long elements, long threshold, double compareNanos)
        implements Workload {

    /** As assumed for one i860 processor of the DAWN-1000; see docs/experiments. */
    public static final MergeSortWorkload DEFAULT = new MergeSortWorkload(640_000, 20_000, 500);

    private static final int BYTES = 4;
    private static final int WAYS = 4;
    private static final double EULER = 0.5772156649;
    private static final double DEVIATION = 0.648;

    public MergeSortWorkload {
        if (elements < 1 || threshold < 1 || elements > 1L << 32) {
            throw new IllegalArgumentException(
                    ("mgsort: elements must be 1 to 4294967296 and threshold at least 1, not %s "
                                    + "and %s")
                            .formatted(elements, threshold));
        }
        if (!(compareNanos > 0) || elements / threshold > 1 << 22) {
            throw new IllegalArgumentException(
                    "mgsort: compare must be above 0 ns, and elements/threshold at most 4 million");
        }
    }

    /**
     * Reads {@code mgsort} or {@code mgsort(elements=640000,threshold=20000,compare=500ns)}.
     *
     * @throws IllegalArgumentException naming what is wrong and the nearest known word
     */
    public static MergeSortWorkload parse(String text) {
        NameWithOptions choice = NameWithOptions.parse(text);
        choice.checkKeys(List.of("elements", "threshold", "compare"));
        return new MergeSortWorkload(
                count(choice, "elements", DEFAULT.elements),
                count(choice, "threshold", DEFAULT.threshold),
                choice.options().containsKey("compare")
                        ? Seconds.nanos(choice.option("compare", ""))
                        : DEFAULT.compareNanos);
    }

    private static long count(NameWithOptions choice, String key, long otherwise) {
        String written = choice.option(key, "" + otherwise);
        try {
            return Long.parseLong(written);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "mgsort: " + key + " is not a whole number: \"" + written + "\"", e);
        }
    }

    /** The whole tree; every quick-sort takes its mean time. */
    public SimWork tree() {
        return segment(elements, () -> 0);
    }

    /** With luck, how far each quick-sort is from its mean, in standard deviations. */
    private SimWork segment(long length, DoubleSupplier luck) {
        long bytes = length * BYTES;
        if (length <= threshold) {
            double comparisons = quickSort(length) + luck.getAsDouble() * DEVIATION * length;
            return new SimWork(
                    "sort", nanos(comparisons), 0, List.of(), bytes, bytes, length, 0, false);
        }
        List<SimWork> children = new ArrayList<>(WAYS);
        for (int way = 0; way < WAYS; way++) {
            long part = length * (way + 1) / WAYS - length * way / WAYS;
            children.add(segment(part, luck));
        }
        double merge = 2.0 * length; // two comparisons pick the least of four
        return new SimWork("cut", nanos(1), nanos(merge), children, bytes, bytes, length, 0, false);
    }

    /** Mean comparisons of a quick-sort. */
    private static double quickSort(long length) {
        double harmonic = Math.log((double) length) + EULER + 0.5 / length;
        return 2 * (length + 1) * harmonic - 4.0 * length;
    }

    private long nanos(double comparisons) {
        return Math.max(1, (long) (comparisons * compareNanos));
    }

    @Override
    public Source open(SplittableRandom random, Machines machines) {
        Arrival only = new Arrival(0, 0, segment(elements, random::nextGaussian));
        return new Once(only);
    }

    private static final class Once implements Source {
        private final Arrival only;
        private boolean taken;

        Once(Arrival only) {
            this.only = only;
        }

        @Override
        public @org.jspecify.annotations.Nullable Arrival next() {
            if (taken) {
                return null;
            }
            taken = true;
            return only;
        }
    }

    @Override
    public long totalWeight() {
        return elements;
    }

    @Override
    public String name() {
        return "mgsort(elements=" + elements + ",threshold=" + threshold + ")";
    }
}
