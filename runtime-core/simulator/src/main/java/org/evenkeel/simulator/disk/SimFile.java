package org.evenkeel.simulator.disk;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * A file twice: as reading finds it, and as a loss of power would leave it at least. Between the
 * two lie the unforced pages, in the order in which they were last written.
 */
final class SimFile {

    private static final int NOT_CUT = Integer.MAX_VALUE;

    private final int pageBytes;
    private byte[] content = new byte[0];
    private byte[] forced = new byte[0];
    private final Set<Integer> unforced = new LinkedHashSet<>();
    private int cutTo = NOT_CUT;

    SimFile(int pageBytes) {
        this.pageBytes = pageBytes;
    }

    int size() {
        return content.length;
    }

    byte[] content() {
        return content;
    }

    void write(int offset, byte[] bytes) {
        if (bytes.length == 0) {
            return;
        }
        if (offset + bytes.length > content.length) {
            content = Arrays.copyOf(content, offset + bytes.length);
        }
        System.arraycopy(bytes, 0, content, offset, bytes.length);
        for (int page = offset / pageBytes; page * pageBytes < offset + bytes.length; page++) {
            unforced.remove(page);
            unforced.add(page);
        }
    }

    void truncate(int size) {
        if (size < content.length) {
            content = Arrays.copyOf(content, size);
            cutTo = Math.min(cutTo, size);
            unforced.removeIf(page -> page * pageBytes >= size);
        }
    }

    void force() {
        forced = withAllUnforced();
        settled();
    }

    /**
     * Some of what was to be forced is; the rest is taken for clean: reading finds it, no later
     * force writes it.
     */
    void forceInPart(RandomGenerator random) {
        forced = survivor(CrashOutcome.SUBSET, random);
        settled();
    }

    private void settled() {
        unforced.clear();
        cutTo = NOT_CUT;
    }

    void flip(long bit) {
        int at = (int) (bit / Byte.SIZE);
        content[at] ^= (byte) (1 << bit % Byte.SIZE);
        if (at < forced.length) {
            forced[at] ^= (byte) (1 << bit % Byte.SIZE);
        }
    }

    /** The file after a loss of power. */
    SimFile after(CrashOutcome outcome, RandomGenerator random) {
        SimFile file = new SimFile(pageBytes);
        file.content = survivor(outcome, random);
        file.forced = file.content.clone();
        return file;
    }

    private byte[] survivor(CrashOutcome outcome, RandomGenerator random) {
        return switch (outcome) {
            case NOTHING -> forced.clone();
            case ALL -> withAllUnforced();
            case SUBSET, TORN, REORDERED -> merged(outcome, random);
        };
    }

    private byte[] withAllUnforced() {
        byte[] result = Arrays.copyOf(forced, Math.min(forced.length, cutTo));
        for (int page : unforced) {
            int from = page * pageBytes;
            result = overlaid(result, from, Math.min(from + pageBytes, content.length));
        }
        return result.length < content.length ? Arrays.copyOf(result, content.length) : result;
    }

    private byte[] merged(CrashOutcome outcome, RandomGenerator random) {
        byte[] result = forced.clone();
        if (cutTo < result.length && random.nextBoolean()) {
            result = Arrays.copyOf(result, cutTo);
        }
        int lostFirst = outcome == CrashOutcome.REORDERED ? random.nextInt(unforced.size() + 1) : 0;
        int position = 0;
        for (int page : unforced) {
            boolean kept =
                    outcome == CrashOutcome.REORDERED
                            ? position >= lostFirst
                            : random.nextBoolean();
            position++;
            int from = page * pageBytes;
            int to = Math.min(from + pageBytes, content.length);
            if (outcome == CrashOutcome.TORN && random.nextInt(3) == 0) {
                int cut = random.nextInt(from, to + 1);
                kept = true;
                if (random.nextBoolean()) {
                    from = cut;
                } else {
                    to = cut;
                }
            }
            if (kept && from < to) {
                result = overlaid(result, from, to);
            }
        }
        if (content.length > result.length && random.nextBoolean()) {
            result = Arrays.copyOf(result, content.length);
        }
        return result;
    }

    private byte[] overlaid(byte[] under, int from, int to) {
        byte[] result = to > under.length ? Arrays.copyOf(under, to) : under;
        System.arraycopy(content, from, result, from, to - from);
        return result;
    }
}
