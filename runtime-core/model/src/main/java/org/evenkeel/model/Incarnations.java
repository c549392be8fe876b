package org.evenkeel.model;

/**
 * The order in which processes of one node started, by their {@link NodeRef#incarnation()}. They
 * are unsigned numbers, and 0 stands for a process before all others. Every comparison but equality
 * is here, so that the kernel and the daemon cannot disagree about which process is the later one.
 */
public final class Incarnations {
    /** Whether a process of a node started later than another one of that node. */
    public static boolean isLater(long incarnation, long than) {
        return Long.compareUnsigned(incarnation, than) > 0;
    }

    /** The one of two processes that started later. */
    public static long later(long one, long other) {
        return isLater(one, other) ? one : other;
    }
}
