package org.evenkeel.client;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.evenkeel.model.submission.LinkSilence;
import org.evenkeel.wire.link.Link;
import org.jspecify.annotations.Nullable;

/**
 * Asks the other side of a silent link for an answer, and closes the link when none comes: a read
 * would wait for ever. {@link LinkSilence} says when. A thread of its own.
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

    private static final long SHORTEST_STEP_NANOS = 1_000_000;

    private final LinkSilence silence;
    private final Supplier<@Nullable Link> link;
    private final Runnable ping;
    private final BooleanSupplier over;

    /**
     * @param link the one of the moment, null for none
     * @param ping asks the other side for an answer
     * @param over whether there will be no more links
     */
    LinkKeepAlive(
            Patience patience, Supplier<@Nullable Link> link, Runnable ping, BooleanSupplier over) {
        this.silence = new LinkSilence(patience.every().toNanos(), patience.limit().toNanos());
        this.link = link;
        this.ping = ping;
        this.over = over;
    }

    void start() {
        Thread.ofPlatform().daemon().name("evenkeel-pulse").start(this::run);
    }

    private void run() {
        check(System.nanoTime());
        while (!over.getAsBoolean()) {
            try {
                TimeUnit.NANOSECONDS.sleep(Math.max(SHORTEST_STEP_NANOS, silence.stepNanos()));
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
        Link current = link.get();
        switch (silence.check(now, current == null ? now : current.lastReadNanos())) {
            case WAIT -> {}
            case ASK -> ping.run();
            case CLOSE -> close(current);
        }
    }

    /** Its reader looks for another daemon. */
    private static void close(@Nullable Link silent) {
        if (silent != null) {
            silent.close();
        }
    }
}
