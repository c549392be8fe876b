package org.evenkeel.worker;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.LockSupport;

/**
 * Who has a run permit of a {@link WorkerSlot}, whose lock guards this: one thread, or several
 * while tasks wait for each other's locks.
 */
final class RunPermits {

    /** Most at a time. */
    private static final int MAX = 16;

    /** So long all holders have waited for locks before one more is lent, nanoseconds. */
    static final long LEND_AFTER_NANOS = 50_000_000;

    private final Set<Thread> holders = new HashSet<>();
    private long stuckSinceNanos;

    boolean hasNobody() {
        return holders.isEmpty();
    }

    boolean hasOnlyOne() {
        return holders.size() == 1;
    }

    void give(Thread to) {
        holders.add(to);
    }

    void take(Thread from) {
        holders.remove(from);
    }

    /** No run is kept from continuing. */
    void notStuck() {
        stuckSinceNanos = 0;
    }

    /** Whether all that have one have been seen to wait for locks for a while. */
    boolean isStuck(long nowNanos) {
        boolean stuck =
                !holders.isEmpty()
                        && holders.size() < MAX
                        && holders.stream().allMatch(RunPermits::waitsForLock);
        if (!stuck) {
            stuckSinceNanos = 0;
            return false;
        }
        if (stuckSinceNanos == 0) {
            stuckSinceNanos = nowNanos;
        }
        return nowNanos - stuckSinceNanos >= LEND_AFTER_NANOS;
    }

    /** For a monitor, or for a lock of {@code java.util.concurrent}. */
    private static boolean waitsForLock(Thread thread) {
        return switch (thread.getState()) {
            case BLOCKED -> true;
            case WAITING, TIMED_WAITING ->
                    LockSupport.getBlocker(thread) instanceof AbstractOwnableSynchronizer;
            default -> false;
        };
    }
}
