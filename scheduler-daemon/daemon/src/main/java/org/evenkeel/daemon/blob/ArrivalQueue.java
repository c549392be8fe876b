package org.evenkeel.daemon.blob;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * What came over one link and waits for blobs, in its order: the first continues when its blobs are
 * here, and those behind it not before.
 */
public final class ArrivalQueue {

    /** Frames that may wait on one link. */
    private static final int MAX_WAITING = 1 << 17;

    private final Deque<Ticket> tickets = new ArrayDeque<>();
    private final Bound all;
    private long bytes;
    private boolean closed;
    private boolean advancing;

    /** What waits in several queues together. */
    static final class Bound {
        private final long maxBytes;
        private long bytes;

        Bound(long maxBytes) {
            this.maxBytes = maxBytes;
        }
    }

    ArrivalQueue(Bound all) {
        this.all = all;
    }

    /** A place in the queue. */
    public final class Ticket {
        private final Runnable resume;
        private final int frameBytes;
        private int missing = 1;

        private Ticket(Runnable resume, int frameBytes) {
            this.resume = resume;
            this.frameBytes = frameBytes;
        }

        /** One more thing is missing. */
        void missing() {
            missing++;
        }

        /** One thing less is missing; at the end of asking, one less than was asked for. */
        void came() {
            missing--;
            advance();
        }
    }

    public boolean isEmpty() {
        return tickets.isEmpty();
    }

    /**
     * The last place, or null when the queue is full, or all queues together are; one frame of a
     * link may wait in any case, so that every link gets on.
     *
     * @param resume called when its turn has come, never after {@link #close}
     */
    @Nullable Ticket enter(int frameBytes, Runnable resume) {
        boolean full = all.bytes + frameBytes > all.maxBytes;
        if (tickets.size() >= MAX_WAITING || full && !tickets.isEmpty()) {
            return null;
        }
        Ticket ticket = new Ticket(resume, frameBytes);
        tickets.addLast(ticket);
        bytes += frameBytes;
        all.bytes += frameBytes;
        return ticket;
    }

    /**
     * Something that waits for nothing itself, but speaks of what came before it: at once, or when
     * that has gone on. When the queue is full it does not wait.
     */
    public void inOrder(Runnable resume) {
        Ticket ticket = isEmpty() ? null : enter(0, resume);
        if (ticket == null) {
            resume.run();
        } else {
            ticket.came();
        }
    }

    private void advance() {
        if (advancing) {
            return;
        }
        advancing = true;
        try {
            Ticket first = tickets.peekFirst();
            while (!closed && first != null && first.missing == 0) {
                tickets.removeFirst();
                bytes -= first.frameBytes;
                all.bytes -= first.frameBytes;
                first.resume.run();
                first = tickets.peekFirst();
            }
        } finally {
            advancing = false;
        }
    }

    /** The link is gone, and what waited with it. */
    public void close() {
        closed = true;
        tickets.clear();
        all.bytes -= bytes;
        bytes = 0;
    }
}
