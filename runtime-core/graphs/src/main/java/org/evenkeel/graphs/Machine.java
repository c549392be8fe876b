package org.evenkeel.graphs;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Equal processors and the order in which they are preferred where all else is equal.
 *
 * @param tieOrder a permutation of 1 to their number
 */
public record Machine(int... tieOrder) {
    /** Processors that may be planned for. */
    public static final int MAX = 1_000_000;

    public Machine {
        tieOrder = tieOrder.clone();
        int count = tieOrder.length;
        if (count < 1 || count > MAX) {
            throw new IllegalArgumentException(count + " processors, but must be 1 to " + MAX);
        }
        int[] sorted = tieOrder.clone();
        Arrays.sort(sorted);
        if (!Arrays.equals(sorted, IntStream.rangeClosed(1, count).toArray())) {
            throw new IllegalArgumentException(
                    "the order of the processors must name each of 1 to " + count + " once");
        }
    }

    /** So many processors, preferred by their number. */
    public static Machine of(int processors) {
        if (processors < 1 || processors > MAX) {
            throw new IllegalArgumentException(processors + " processors, but must be 1 to " + MAX);
        }
        return new Machine(IntStream.rangeClosed(1, processors).toArray());
    }

    /** How many. */
    public int processors() {
        return tieOrder.length;
    }

    @Override
    public int[] tieOrder() {
        return tieOrder.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Machine machine && Arrays.equals(tieOrder, machine.tieOrder);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(tieOrder);
    }

    @Override
    public String toString() {
        return "Machine" + Arrays.toString(tieOrder);
    }
}
