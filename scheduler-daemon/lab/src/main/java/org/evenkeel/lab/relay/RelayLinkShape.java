package org.evenkeel.lab.relay;

import java.math.BigDecimal;
import java.time.Duration;
import org.evenkeel.model.Numbers;

/**
 * What a link is like, each of its two ways by itself.
 *
 * @param delayNanos from one end to the other, at least
 * @param jitterNanos more than that at most, evenly distributed; bytes stay in order
 * @param bytesPerSecond that leave one end; 0 for no limit
 */
public record RelayLinkShape(long delayNanos, long jitterNanos, long bytesPerSecond) {

    /** Longest delay, and most jitter. */
    public static final Duration MAX_DELAY = Duration.ofMinutes(1);

    /** Less is no network any more. */
    public static final long LEAST_BYTES_PER_SECOND = 1_000;

    /** A link as it is. */
    public static final RelayLinkShape NONE = new RelayLinkShape(0, 0, 0);

    private static final long SECOND_NANOS = 1_000_000_000;
    private static final int UNLIMITED_WINDOW_BYTES = 4 << 20;
    private static final int MAX_WINDOW_BYTES = 8 << 20;
    private static final int QUEUE_BYTES = 64 << 10;
    private static final int NANO_DIGITS_OF_A_MILLI = 6;

    /**
     * @throws IllegalArgumentException if a number is out of its range
     */
    public RelayLinkShape {
        if (delayNanos < 0
                || jitterNanos < 0
                || Math.max(delayNanos, jitterNanos) > MAX_DELAY.toNanos()) {
            throw new IllegalArgumentException(
                    "a delay of %s ns and a jitter of %s ns are out of range; use 0 to %s s"
                            .formatted(delayNanos, jitterNanos, MAX_DELAY.toSeconds()));
        }
        if (bytesPerSecond != 0 && bytesPerSecond < LEAST_BYTES_PER_SECOND) {
            throw new IllegalArgumentException(
                    bytesPerSecond + " bytes per second are below " + LEAST_BYTES_PER_SECOND);
        }
    }

    /** Whether links stay as they are. */
    public boolean isNone() {
        return equals(NONE);
    }

    /** How long it takes for so many bytes to leave. */
    long transmitNanos(int bytes) {
        return bytesPerSecond == 0 ? 0 : bytes * SECOND_NANOS / bytesPerSecond;
    }

    /**
     * Bytes that may be on their way one way: as many as the link holds at its bandwidth, and a
     * queue of 64 KiB before it; 8 MiB at most.
     */
    int windowBytes() {
        if (bytesPerSecond == 0) {
            return UNLIMITED_WINDOW_BYTES;
        }
        double holds = (double) bytesPerSecond * (delayNanos + jitterNanos) / SECOND_NANOS;
        return (int) Math.min(MAX_WINDOW_BYTES, QUEUE_BYTES + holds);
    }

    /** As a word of a command: {@code 20000000/2000000/10000000}. */
    public String word() {
        return delayNanos + "/" + jitterNanos + "/" + bytesPerSecond;
    }

    /**
     * Reads {@link #word}.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static RelayLinkShape parse(String word) {
        String[] parts = word.split("/", -1);
        if (parts.length == 3) {
            try {
                return new RelayLinkShape(
                        Long.parseLong(parts[0]),
                        Long.parseLong(parts[1]),
                        Long.parseLong(parts[2]));
            } catch (NumberFormatException e) {
                // said below
            }
        }
        throw new IllegalArgumentException(
                "\"" + word + "\" is not NANOSECONDS/NANOSECONDS/BYTES-PER-SECOND");
    }

    /** A human-readable description. */
    public String words() {
        String more = jitterNanos == 0 ? "" : " and up to " + millis(jitterNanos) + " ms more";
        String rate =
                bytesPerSecond == 0 ? "" : Numbers.format(", %,d bytes per second", bytesPerSecond);
        return millis(delayNanos) + " ms each way" + more + rate;
    }

    private static String millis(long nanos) {
        return BigDecimal.valueOf(nanos, NANO_DIGITS_OF_A_MILLI)
                .stripTrailingZeros()
                .toPlainString();
    }
}
