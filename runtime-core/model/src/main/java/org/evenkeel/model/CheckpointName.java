package org.evenkeel.model;

/**
 * Names of checkpoints that lie in files. Unlike every other blob's they say nothing of the
 * content: to compute a SHA-256 of a large checkpoint takes as long as to copy it. They are drawn
 * at random, so that no process can guess one; the file ends with a sum that shows accidents.
 */
public final class CheckpointName {

    /** How such a name begins; a SHA-256 does so once in 2^64. */
    private static final long MARK = 0x656b_2d63_6b70_742dL; // ek-ckpt-

    /** A name of 24 bytes drawn at random. */
    public static Digest of(long b, long c, long d) {
        return new Digest(MARK, b, c, d);
    }

    /** Whether this names a checkpoint, and is no SHA-256. */
    public static boolean is(Digest name) {
        return name.a() == MARK;
    }
}
