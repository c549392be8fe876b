package org.evenkeel.kernel.keepers;

import org.evenkeel.model.NodeId;

/**
 * What the state has about a node: its latest process.
 *
 * <p>States: {@code LEASED -> EXPIRED | LEFT -> LEASED}, the last by joining again; {@code EXPIRED
 * -> LEFT}.
 *
 * @param incarnation of the latest process that joined
 * @param number the last one of this process that took effect
 */
public record Member(long incarnation, long number, Standing standing) {

    /** In a snapshot without its name: length of the name, incarnation, number, standing. */
    static final int FIXED_BYTES = 1 + 8 + 8 + 1;

    /** Whether a process has its lease. */
    public enum Standing {
        /** It has: it may own jobs. */
        LEASED(1),

        /** It was silent for too long. */
        EXPIRED(2),

        /** It has left. */
        LEFT(3);

        /** As a byte; never changed. */
        final int number;

        Standing(int number) {
            this.number = number;
        }
    }

    /** A process that has just joined. */
    static Member joined(long incarnation, long number) {
        return new Member(incarnation, number, Standing.LEASED);
    }

    /** The same with a later number. */
    Member renewed(long later) {
        return new Member(incarnation, later, standing);
    }

    /** The same without its lease. */
    Member ended(Standing how, long last) {
        return new Member(incarnation, last, how);
    }

    /** Whether the process may own jobs. */
    public boolean hasLease() {
        return standing == Standing.LEASED;
    }

    /** What such a member takes of the state's limit: as much as in a snapshot. */
    static int bytes(NodeId node) {
        return FIXED_BYTES + node.name().length();
    }
}
