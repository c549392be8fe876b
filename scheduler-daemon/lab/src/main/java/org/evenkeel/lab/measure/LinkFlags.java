package org.evenkeel.lab.measure;

import java.util.List;
import java.util.regex.Pattern;
import org.evenkeel.lab.relay.RelayLinkShape;
import org.evenkeel.lab.simulate.FlagException;
import org.evenkeel.lab.simulate.FlagValues;
import org.evenkeel.simulator.work.Seconds;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What can be said of the links between emulated machines. */
public final class LinkFlags {
    private static final String DELAY = "--delay";
    private static final String JITTER = "--jitter";
    private static final String BANDWIDTH = "--bandwidth";

    /** With its unit: 20 would be 20 seconds. */
    private static final Pattern TIME = Pattern.compile("\\d+(\\.\\d+)?(us|ms|s)");

    private static final double MAX_BYTES_PER_SECOND = 1e12;

    @Option(
            names = DELAY,
            paramLabel = "T",
            description =
                    "Delay added to each message between two nodes, such as 20ms, by relays "
                            + "between daemons (default: none).")
    private @Nullable String delay;

    @Option(
            names = JITTER,
            paramLabel = "T",
            description = "Maximum further delay, uniformly distributed (default: 0).")
    private @Nullable String jitter;

    @Option(
            names = BANDWIDTH,
            paramLabel = "BYTES/S",
            description =
                    "Bandwidth of one direction of a link in bytes per second, such as 10M "
                            + "(default: unlimited).")
    private @Nullable String bandwidth;

    /** The flags that were given. */
    List<String> given() {
        return FlagValues.given(DELAY, delay, JITTER, jitter, BANDWIDTH, bandwidth);
    }

    /**
     * What links are to be like.
     *
     * @throws FlagException if it cannot be understood
     */
    RelayLinkShape shape() {
        return new RelayLinkShape(
                nanos(DELAY, delay),
                nanos(JITTER, jitter),
                bandwidth == null ? 0 : bytesPerSecond(bandwidth));
    }

    private static long nanos(String flag, @Nullable String text) {
        if (text == null) {
            return 0;
        }
        if (!TIME.matcher(text).matches()) {
            throw new FlagException(flag, "\"" + text + "\" is not a time; use 500us, 20ms or 1s");
        }
        long nanos = FlagValues.read(flag, text, Seconds::nanos);
        if (nanos > RelayLinkShape.MAX_DELAY.toNanos()) {
            throw new FlagException(
                    flag,
                    text + " exceeds the maximum of " + RelayLinkShape.MAX_DELAY.toSeconds() + "s");
        }
        return nanos;
    }

    private static long bytesPerSecond(String text) {
        long value = FlagValues.count(BANDWIDTH, text, (long) MAX_BYTES_PER_SECOND);
        if (value < RelayLinkShape.LEAST_BYTES_PER_SECOND) {
            throw new FlagException(
                    BANDWIDTH,
                    "%s is less than the minimum of %d bytes per second"
                            .formatted(text, RelayLinkShape.LEAST_BYTES_PER_SECOND));
        }
        return value;
    }
}
