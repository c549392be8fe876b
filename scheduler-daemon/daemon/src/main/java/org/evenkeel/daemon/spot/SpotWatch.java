package org.evenkeel.daemon.spot;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;
import org.evenkeel.model.Printable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks the provider every few seconds, on a thread of its own, until there is a notice. */
public final class SpotWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SpotWatch.class);
    private static final Duration EVERY = Duration.ofSeconds(5);

    /** Longest message of a failure in the log. */
    private static final int MAX_WORDS = 300;

    private final MetadataServer server;
    private final NoticeSource source;
    private final Duration every;
    private final Consumer<SpotNotice> told;
    private final Thread thread;
    private String failure = "";

    /**
     * Begins.
     *
     * @param told hears the notice, once, on the watch's thread
     */
    public static SpotWatch start(
            SpotSettings settings, InstantSource clock, Consumer<SpotNotice> told) {
        LOG.info("watching notices of {} at {}", settings.provider(), settings.address());
        return new SpotWatch(settings, clock, EVERY, told);
    }

    SpotWatch(
            SpotSettings settings, InstantSource clock, Duration every, Consumer<SpotNotice> told) {
        this.server = new MetadataServer(settings.address());
        this.source = settings.source(server, clock);
        this.every = every;
        this.told = told;
        this.thread = Thread.ofVirtual().name("evenkeel-spot").start(this::run);
    }

    private void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                long begun = System.nanoTime();
                Optional<SpotNotice> notice = ask();
                if (notice.isPresent()) {
                    told.accept(notice.get());
                    return;
                }
                // A server that answered late, as it may, is asked again at once.
                Thread.sleep(
                        Math.max(1, every.toMillis() - (System.nanoTime() - begun) / 1_000_000));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Optional<SpotNotice> ask() throws InterruptedException {
        try {
            Optional<SpotNotice> notice = source.ask();
            if (!failure.isEmpty()) {
                failure = "";
                LOG.info("the provider answers again");
            }
            return notice;
        } catch (IOException | RuntimeException e) {
            String now = shown(String.valueOf(e.getMessage()));
            if (!now.equals(failure)) {
                failure = now;
                LOG.warn("notices of the provider are not known: {}", now);
            }
            return Optional.empty();
        }
    }

    /** What a server said may be part of it. */
    private static String shown(String text) {
        return Printable.of(text.substring(0, Math.min(text.length(), MAX_WORDS)));
    }

    @Override
    public void close() {
        thread.interrupt();
        server.close();
    }
}
