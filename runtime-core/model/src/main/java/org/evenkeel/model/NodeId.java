package org.evenkeel.model;

/**
 * The name of a node, unique in its cluster and stable over restarts.
 *
 * @param name 1 to 64 characters out of letters, digits, {@code . _ -}
 */
public record NodeId(String name) implements Comparable<NodeId> {

    /** Longest permitted name, in characters. */
    public static final int MAX_LENGTH = 64;

    public NodeId {
        if (!isValid(name)) {
            throw new IllegalArgumentException(
                    "node name \"%s\" is not 1 to %s letters, digits, '.', '_' or '-'"
                            .formatted(name, MAX_LENGTH));
        }
    }

    /** Whether a node may be called so. */
    public static boolean isValid(String name) {
        if (name.isEmpty() || name.length() > MAX_LENGTH) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean plain = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
            if (!plain && c != '.' && c != '_' && c != '-') {
                return false;
            }
        }
        return true;
    }

    @Override
    public int compareTo(NodeId other) {
        return name.compareTo(other.name);
    }

    @Override
    public String toString() {
        return name;
    }
}
