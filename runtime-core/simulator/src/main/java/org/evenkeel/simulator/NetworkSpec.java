package org.evenkeel.simulator;

import org.evenkeel.kernel.link.DialTimes;
import org.evenkeel.kernel.link.LinkTimes;
import org.evenkeel.simulator.work.Distribution;
import org.evenkeel.simulator.work.Seconds;

/**
 * The network of a simulated cluster. A link keeps order while it is up, as TCP does; what is on it
 * when it breaks is lost.
 *
 * @param latency one way, between two nodes
 * @param bytesPerSecond of one direction of a link, 0 for no limit
 * @param local one way, between a daemon and its workers and clients; 0 is at once
 * @param silenceNanos a link that is silent so long is closed
 * @param redialNanos between two attempts of a client to connect; pauses of nodes are in proportion
 * @param diskForceNanos time to force what was written to a node's disk
 * @param fetch how long a checkpoint waits for its bytes where it comes, and a task that is passed
 *     on for its bytes and its code; what is said after it does not wait for it
 */
public record NetworkSpec(
        Distribution latency,
        double bytesPerSecond,
        Distribution local,
        long silenceNanos,
        long redialNanos,
        long diskForceNanos,
        Distribution fetch) {

    /** What takes no time. */
    public static final Distribution AT_ONCE = new Distribution.Fixed(0);

    public NetworkSpec {
        if (bytesPerSecond != 0 && !(bytesPerSecond >= 1)) {
            throw new IllegalArgumentException(
                    "a bandwidth must be 0 (no limit) or at least 1 byte per second, not "
                            + bytesPerSecond);
        }
        if (silenceNanos <= 0 || redialNanos <= 0 || diskForceNanos < 0) {
            throw new IllegalArgumentException("times of a network must be positive");
        }
    }

    /** When a daemon dials: its usual pauses for a {@link #redialNanos} of half a second. */
    DialTimes dialTimes() {
        return new DialTimes(
                Math.max(1, redialNanos / 10),
                4 * redialNanos,
                2 * redialNanos,
                60 * redialNanos,
                Math.max(1, redialNanos / 5));
    }

    /** When a daemon asks for an answer on a link that is up, and when it closes it. */
    LinkTimes linkTimes() {
        return new LinkTimes(Math.max(1, silenceNanos / 3), silenceNanos);
    }

    /** This latency, no limit to the bandwidth, a daemon's defaults otherwise. */
    public static NetworkSpec of(Distribution latency) {
        return new NetworkSpec(
                latency, 0, AT_ONCE, 15 * Seconds.NANOS, Seconds.NANOS / 2, 200_000, AT_ONCE);
    }

    /** The same with a bandwidth. */
    public NetworkSpec withBandwidth(double newBytesPerSecond) {
        return new NetworkSpec(
                latency,
                newBytesPerSecond,
                local,
                silenceNanos,
                redialNanos,
                diskForceNanos,
                fetch);
    }

    /** The same with a latency between a daemon and what runs on its machine. */
    public NetworkSpec withLocal(Distribution newLocal) {
        return new NetworkSpec(
                latency,
                bytesPerSecond,
                newLocal,
                silenceNanos,
                redialNanos,
                diskForceNanos,
                fetch);
    }

    /** The same with other times for silence and redialling. */
    public NetworkSpec withTimes(long newSilenceNanos, long newRedialNanos) {
        return new NetworkSpec(
                latency,
                bytesPerSecond,
                local,
                newSilenceNanos,
                newRedialNanos,
                diskForceNanos,
                fetch);
    }

    /** The same where bytes and code take time to fetch. */
    public NetworkSpec withFetch(Distribution newFetch) {
        return new NetworkSpec(
                latency,
                bytesPerSecond,
                local,
                silenceNanos,
                redialNanos,
                diskForceNanos,
                newFetch);
    }
}
