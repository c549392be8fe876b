package org.evenkeel.examples.rules;

/** A fact, relation(subject, object), as one number: many of them travel. */
final class WorkingFact {
    /** Most relations there can be. */
    static final int MAX_RELATIONS = 1 << 8;

    /** Most individuals there can be. */
    static final int MAX_INDIVIDUALS = 1 << 24;

    private static final int BITS = 24;
    private static final long MASK = MAX_INDIVIDUALS - 1L;

    private WorkingFact() {}

    static long of(int relation, int subject, int object) {
        return (long) relation << 2 * BITS | (long) subject << BITS | object;
    }

    static int relation(long fact) {
        return (int) (fact >>> 2 * BITS);
    }

    static int subject(long fact) {
        return (int) (fact >>> BITS & MASK);
    }

    static int object(long fact) {
        return (int) (fact & MASK);
    }
}
