package org.evenkeel.testcontainers;

import java.time.Duration;

/**
 * What a link between two nodes is like, each of its two ways by itself.
 *
 * @param delay from one node to the other, at least
 * @param jitter more than that at most, evenly distributed; bytes stay in order
 * @param bytesPerSecond that leave one node for the other; 0 for no limit
 */
public record LinkShape(Duration delay, Duration jitter, long bytesPerSecond) {

    private static final Duration MAX_DELAY = Duration.ofMinutes(1);
    private static final long LEAST_BYTES_PER_SECOND = 1_000;

    /** A link as it is. */
    public static final LinkShape NONE = new LinkShape(Duration.ZERO, Duration.ZERO, 0);

    /**
     * @throws IllegalArgumentException if a delay is not 0 to a minute, or the bandwidth below
     *     1,000
     */
    public LinkShape {
        for (Duration time : new Duration[] {delay, jitter}) {
            if (time.isNegative() || time.compareTo(MAX_DELAY) > 0) {
                throw new IllegalArgumentException(
                        "a delay or jitter of " + time + " is not 0 to " + MAX_DELAY);
            }
        }
        if (bytesPerSecond != 0 && bytesPerSecond < LEAST_BYTES_PER_SECOND) {
            throw new IllegalArgumentException(
                    bytesPerSecond + " bytes per second are below " + LEAST_BYTES_PER_SECOND);
        }
    }

    /** A link that takes so long, either way. */
    public static LinkShape delay(Duration delay) {
        return new LinkShape(delay, Duration.ZERO, 0);
    }

    /** The same that takes up to so much longer. */
    public LinkShape withJitter(Duration value) {
        return new LinkShape(delay, value, bytesPerSecond);
    }

    /** The same that carries so many bytes a second, either way. */
    public LinkShape withBandwidth(long value) {
        return new LinkShape(delay, jitter, value);
    }

    /** As the relay's program reads it. */
    String word() {
        return delay.toNanos() + "/" + jitter.toNanos() + "/" + bytesPerSecond;
    }

    /**
     * Reads {@link #word}.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static LinkShape parse(String word) {
        String[] parts = word.split("/", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException(
                    "\"" + word + "\" is not NANOSECONDS/NANOSECONDS/BYTES-PER-SECOND");
        }
        return new LinkShape(
                Duration.ofNanos(Long.parseLong(parts[0])),
                Duration.ofNanos(Long.parseLong(parts[1])),
                Long.parseLong(parts[2]));
    }
}
