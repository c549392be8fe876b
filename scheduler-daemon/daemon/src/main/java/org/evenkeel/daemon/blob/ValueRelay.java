package org.evenkeel.daemon.blob;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import org.evenkeel.daemon.driver.TimerSource;
import org.evenkeel.model.Digest;

/**
 * Who waits for pieces of values that are on their way here, so that a value goes through a chain
 * of nodes while it is still coming: each piece is sent on as soon as it is on disk. How many wait
 * is bounded by each link. Belongs to the event loop.
 */
final class ValueRelay {

    /** How long nothing may come. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final BlobPulls pulls;
    private final TimerSource timers;
    private final Map<Digest, PriorityQueue<WaitingReader>> waiting = new HashMap<>();
    private long parked;

    private record WaitingReader(long upTo, long number, BlobSender.Waiter waiter) {}

    ValueRelay(BlobPulls pulls, TimerSource timers) {
        this.pulls = pulls;
        this.timers = timers;
        pulls.onMore(this::more);
    }

    /**
     * Lets a component wait.
     *
     * @param upTo how many bytes from the beginning are needed, or all if there are less
     */
    void park(Digest digest, long upTo, BlobSender.Waiter waiter) {
        WaitingReader one = new WaitingReader(upTo, parked++, waiter);
        waiting.computeIfAbsent(
                        digest,
                        key ->
                                new PriorityQueue<>(
                                        Comparator.comparingLong(WaitingReader::upTo)
                                                .thenComparingLong(WaitingReader::number)))
                .add(one);
        watch(digest, one, written(digest));
    }

    /** It continues in vain if nothing comes meanwhile. */
    private void watch(Digest digest, WaitingReader one, long before) {
        timers.after(
                PATIENCE_NANOS,
                () -> {
                    PriorityQueue<WaitingReader> all = waiting.get(digest);
                    if (all == null || !all.contains(one)) {
                        return;
                    }
                    long now = written(digest);
                    if (now != before) {
                        watch(digest, one, now);
                    } else {
                        all.remove(one);
                        forget(digest, all);
                        one.waiter().resume(true);
                    }
                });
    }

    private long written(Digest digest) {
        BlobPull.Part part = pulls.part(digest);
        return part == null ? 0 : part.written();
    }

    private void more(Digest digest) {
        PriorityQueue<WaitingReader> all = waiting.get(digest);
        BlobPull.Part part = pulls.part(digest);
        if (all == null || part == null) {
            return;
        }
        List<WaitingReader> served = new ArrayList<>();
        for (WaitingReader next = all.peek();
                next != null && Math.min(next.upTo(), part.size()) <= part.written();
                next = all.peek()) {
            served.add(all.remove());
        }
        forget(digest, all);
        served.forEach(one -> one.waiter().resume(false));
    }

    private void forget(Digest digest, PriorityQueue<WaitingReader> all) {
        if (all.isEmpty()) {
            waiting.remove(digest);
        }
    }

    /** It is here, or will not come: there is nothing to wait for. */
    void ended(Digest digest) {
        PriorityQueue<WaitingReader> all = waiting.remove(digest);
        if (all == null) {
            return;
        }
        List<WaitingReader> left = new ArrayList<>();
        while (!all.isEmpty()) {
            left.add(all.remove());
        }
        left.forEach(one -> one.waiter().resume(false));
    }
}
