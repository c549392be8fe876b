package org.evenkeel.client.value;

import java.util.List;

/**
 * Where a value is: in here when it is small, else at nodes, by the SHA-256 of its encoded form.
 *
 * @param sha256 64 hexadecimal digits; empty when it is in here
 * @param bytes length of its encoded form
 * @param here its encoded form, when it is small; empty otherwise
 * @param holders names of nodes that have it
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares its content
public record ValueRef(String sha256, long bytes, byte[] here, List<String> holders) {

    /** The longest encoded form that travels with tasks: to fetch it would take longer. */
    public static final int MOST_HERE = 4 << 10;

    /** The most nodes that are named, in tasks and in requests. */
    public static final int MAX_HOLDERS = 16;

    private static final byte[] NOT_HERE = {};

    /** A value that is at nodes. */
    public ValueRef(String sha256, long bytes, List<String> holders) {
        this(sha256, bytes, NOT_HERE, holders);
    }

    public ValueRef {
        holders = List.copyOf(holders);
    }

    /** The same value at other nodes. */
    public ValueRef at(List<String> nodes) {
        return new ValueRef(
                sha256, bytes, here, nodes.subList(0, Math.min(nodes.size(), MAX_HOLDERS)));
    }

    /** Whether every task that needs it brings it along. */
    public boolean isHere() {
        return here.length > 0;
    }
}
