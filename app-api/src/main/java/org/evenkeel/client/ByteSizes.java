package org.evenkeel.client;

import org.evenkeel.model.Numbers;

/** Sizes as people write them. */
public final class ByteSizes {
    /**
     * Bytes of a size like {@code 512m}.
     *
     * @param what it is a size of, for the error
     * @throws IllegalArgumentException if it is not written so
     */
    public static long parse(String what, String text) {
        try {
            return Numbers.bytes(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(what + ": " + e.getMessage(), e);
        }
    }
}
