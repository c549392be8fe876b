package org.evenkeel.client;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.evenkeel.wire.link.Link;
import org.jspecify.annotations.Nullable;

/**
 * Notices that no process is at the other end of a link any more: a machine that loses its power or
 * its network says nothing, and a read waits for ever. Asks for an answer after some silence, and
 * closes the link when none comes. A thread of its own.
 */
final class LinkKeepAlive {

    /**
     * How long silence may last.
     *
     * @param every before the other side is asked for an answer
     * @param limit before the link is closed
     */
    record Patience(Duration every, Duration limit) {

        /** The same as between daemons, unless {@code evenkeel.ping-limit} says otherwise. */
        static Patience usual() {
            long limit = Long.getLong("evenkeel.ping-limit", 15_000);
            return new Patience(Duration.ofMillis(limit / 3), Duration.ofMillis(limit));
        }
    }

    private final Patience patience;
    private final Supplier<@Nullable Link> link;
    private final Runnable ping;
    private final BooleanSupplier over;
    private long checkedNanos;

    /**
     * @param link the one of the moment, null for none
     * @param ping asks the other side for an answer
     * @param over whether there will be no more links
     */
    LinkKeepAlive(
            Patience patience, Supplier<@Nullable Link> link, Runnable ping, BooleanSupplier over) {
        this.patience = patience;
        this.link = link;
        this.ping = ping;
        this.over = over;
    }

    void start() {
        Thread.ofPlatform().daemon().name("evenkeel-pulse").start(this::run);
    }

    private void run() {
        long stepMillis = Math.max(1, patience.every().toMillis() / 2);
        checkedNanos = System.nanoTime();
        while (!over.getAsBoolean()) {
            try {
                Thread.sleep(stepMillis);
            } catch (InterruptedException e) {
                return;
            }
            check(System.nanoTime());
        }
    }

    /**
     * Asks the other side, or closes the link, if it has been silent for too long; for one thread.
     */
    void check(long now) {
        // What arrived while this process stood still is read first.
        boolean stoodStill = now - checkedNanos > 2 * patience.every().toNanos();
        checkedNanos = now;
        Link current = link.get();
        if (current == null) {
            return;
        }
        long silence = now - current.lastReadNanos();
        if (silence > patience.limit().toNanos() && !stoodStill) {
            current.close(); // its reader looks for another daemon
        } else if (silence >= patience.every().toNanos()) {
            ping.run();
        }
    }
}
