package org.evenkeel.kernel.journal;

import java.util.Arrays;

/**
 * What is written down about a key. Of one key the last entry of each kind is live; an entry of
 * kind {@link #END} makes all before it dead, itself too.
 *
 * @param kind {@link #END}, or a positive number of the writer's choice
 * @param body never changed after it was handed over
 */
public record Entry(Key key, int kind, byte[] body) {

    /** Nothing of the key is live any more. */
    public static final int END = 0;

    private static final byte[] NOTHING = new byte[0];

    public Entry {
        if (kind < 0) {
            throw new IllegalArgumentException("kind " + kind + " is negative");
        }
    }

    /** The end of a key. */
    public static Entry end(Key key) {
        return new Entry(key, END, NOTHING);
    }

    public boolean isEnd() {
        return kind == END;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Entry that
                && kind == that.kind
                && key.equals(that.key)
                && Arrays.equals(body, that.body);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * key.hashCode() + kind) + Arrays.hashCode(body);
    }

    @Override
    public String toString() {
        return key + " kind " + kind + ", " + body.length + " bytes";
    }
}
