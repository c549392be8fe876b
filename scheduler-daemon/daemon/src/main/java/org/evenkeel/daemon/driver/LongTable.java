package org.evenkeel.daemon.driver;

/**
 * Numbers other than 0 with a size each, and the sum of the sizes; without boxes. Open addressing,
 * linear probing.
 */
public final class LongTable {

    private static final int FIRST_CAPACITY = 64;

    private long[] numbers = new long[FIRST_CAPACITY]; // 0: free
    private int[] sizes = new int[FIRST_CAPACITY];
    private int count;
    private long total;

    public int count() {
        return count;
    }

    /** Sum of the sizes. */
    public long total() {
        return total;
    }

    /** Adds a number; false when it was there already. */
    public boolean add(long number, int size) {
        if (count * 2 >= numbers.length) {
            resize(numbers.length * 2);
        }
        int i = find(number);
        if (numbers[i] == number) {
            return false;
        }
        numbers[i] = number;
        sizes[i] = size;
        count++;
        total += size;
        return true;
    }

    public boolean contains(long number) {
        return numbers[find(number)] == number;
    }

    /** Removes a number; false when it was not there. */
    public boolean remove(long number) {
        int i = find(number);
        if (numbers[i] != number) {
            return false;
        }
        count--;
        total -= sizes[i];
        close(i);
        return true;
    }

    public void clear() {
        numbers = new long[FIRST_CAPACITY];
        sizes = new int[FIRST_CAPACITY];
        count = 0;
        total = 0;
    }

    /** Moves later entries of the run into the gap, so that they are still found. */
    private void close(int hole) {
        int mask = numbers.length - 1;
        int gap = hole;
        int i = gap;
        while (true) {
            i = (i + 1) & mask;
            long number = numbers[i];
            if (number == 0) {
                break;
            }
            int home = home(number);
            boolean stays = gap <= i ? gap < home && home <= i : gap < home || home <= i;
            if (!stays) {
                numbers[gap] = number;
                sizes[gap] = sizes[i];
                gap = i;
            }
        }
        numbers[gap] = 0;
    }

    private int find(long number) {
        int mask = numbers.length - 1;
        int i = home(number);
        while (numbers[i] != 0 && numbers[i] != number) {
            i = (i + 1) & mask;
        }
        return i;
    }

    private int home(long number) {
        return (int) ((number * 0x9E3779B97F4A7C15L) >>> 32) & (numbers.length - 1);
    }

    private void resize(int capacity) {
        long[] oldNumbers = numbers;
        int[] oldSizes = sizes;
        numbers = new long[capacity];
        sizes = new int[capacity];
        for (int i = 0; i < oldNumbers.length; i++) {
            if (oldNumbers[i] != 0) {
                int j = find(oldNumbers[i]);
                numbers[j] = oldNumbers[i];
                sizes[j] = oldSizes[i];
            }
        }
    }
}
