package org.evenkeel.testing.fuzz;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One input as several: each with its length in front, two bytes; the last one may be shorter. */
public final class Chunks {

    private static final int MAX_CHUNKS = 64;

    private Chunks() {}

    /** Cuts an input; at most 64 pieces, the rest is passed over. */
    public static List<byte[]> of(byte[] input) {
        List<byte[]> chunks = new ArrayList<>();
        int at = 0;
        while (at + 2 <= input.length && chunks.size() < MAX_CHUNKS) {
            int length = (input[at] & 0xff) << 8 | input[at + 1] & 0xff;
            int end = Math.min(input.length, at + 2 + length);
            chunks.add(Arrays.copyOfRange(input, at + 2, end));
            at = end;
        }
        return chunks;
    }
}
