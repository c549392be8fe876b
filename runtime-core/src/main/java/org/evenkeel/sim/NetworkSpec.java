package org.evenkeel.sim;

import org.evenkeel.sim.work.Distribution;
import org.evenkeel.sim.work.Seconds;

/**
 * The network of a simulated cluster. A link keeps order while it is up, as TCP does; what is on it
 * when it breaks is lost.
 *
 * @param latency one way, between two nodes
 * @param bytesPerSecond of one direction of a link, 0 for no limit
 * @param local one way, between a daemon and its workers and clients; 0 is at once
 * @param silenceNanos a link that is silent so long is closed
 * @param redialNanos between two attempts to connect
 * @param diskForceNanos time to force what was written to a node's disk
 */
public record NetworkSpec(
        Distribution latency,
        double bytesPerSecond,
        Distribution local,
        long silenceNanos,
        long redialNanos,
        long diskForceNanos) {

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

    /** This latency, no limit to the bandwidth, a daemon's defaults otherwise. */
    public static NetworkSpec of(Distribution latency) {
        return new NetworkSpec(
                latency,
                0,
                new Distribution.Fixed(0),
                15 * Seconds.NANOS,
                Seconds.NANOS / 2,
                200_000);
    }

    /** The same with a bandwidth. */
    public NetworkSpec withBandwidth(double newBytesPerSecond) {
        return new NetworkSpec(
                latency, newBytesPerSecond, local, silenceNanos, redialNanos, diskForceNanos);
    }

    /** The same with a latency between a daemon and what runs on its machine. */
    public NetworkSpec withLocal(Distribution newLocal) {
        return new NetworkSpec(
                latency, bytesPerSecond, newLocal, silenceNanos, redialNanos, diskForceNanos);
    }

    /** The same with other times for silence and redialling. */
    public NetworkSpec withTimes(long newSilenceNanos, long newRedialNanos) {
        return new NetworkSpec(
                latency, bytesPerSecond, local, newSilenceNanos, newRedialNanos, diskForceNanos);
    }
}
