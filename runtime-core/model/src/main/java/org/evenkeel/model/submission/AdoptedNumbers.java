package org.evenkeel.model.submission;

import java.util.Arrays;

/**
 * The tasks that were found when attaching to their job, in a session that an earlier client
 * numbered: outcomes of its other jobs come too, and must not be acknowledged.
 */
final class AdoptedNumbers {

    private static final int FIRST = 16;

    /** The highest number that the earlier client gave. */
    private final long upTo;

    private long[] numbers = {};
    private int count;

    AdoptedNumbers(long upTo) {
        this.upTo = upTo;
    }

    /** Numbers come in rising order. */
    void add(long number) {
        if (number > upTo || count > 0 && number <= numbers[count - 1]) {
            throw new IllegalArgumentException(
                    "task " + number + " is out of order or above " + upTo);
        }
        if (count == numbers.length) {
            numbers = Arrays.copyOf(numbers, Math.max(FIRST, 2 * count));
        }
        numbers[count++] = number;
    }

    /** Whether a task of this number is this client's. */
    boolean isOurs(long number) {
        return number > upTo || Arrays.binarySearch(numbers, 0, count, number) >= 0;
    }
}
