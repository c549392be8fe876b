package org.evenkeel.kernel.journal;

/**
 * What an entry is about.
 *
 * @param space keeps keys of different things apart
 */
public record Key(byte space, long a, long b) {

    @Override
    public int hashCode() {
        long mixed = (a ^ Long.rotateLeft(b, 32) ^ space) * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 32);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Key that && space == that.space && a == that.a && b == that.b;
    }
}
