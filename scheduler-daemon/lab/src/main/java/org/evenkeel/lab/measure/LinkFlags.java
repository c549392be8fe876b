package org.evenkeel.lab.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.evenkeel.lab.relay.LinkShape;
import org.evenkeel.lab.simulate.FlagException;
import org.evenkeel.lab.simulate.Values;
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
                    "What goes from one node to another comes so much later, like 20ms; by relays"
                            + " between daemons (default: as the network is).")
    private @Nullable String delay;

    @Option(
            names = JITTER,
            paramLabel = "T",
            description = "Up to so much later still, evenly distributed (default: 0).")
    private @Nullable String jitter;

    @Option(
            names = BANDWIDTH,
            paramLabel = "BYTES/S",
            description =
                    "Of one direction of a link, bytes per second, like 10M (default: no limit).")
    private @Nullable String bandwidth;

    /** The flags that were given. */
    List<String> given() {
        List<String> given = new ArrayList<>();
        if (delay != null) {
            given.add(DELAY);
        }
        if (jitter != null) {
            given.add(JITTER);
        }
        if (bandwidth != null) {
            given.add(BANDWIDTH);
        }
        return given;
    }

    /**
     * What links are to be like.
     *
     * @throws FlagException if it cannot be understood
     */
    LinkShape shape() {
        return new LinkShape(
                nanos(DELAY, delay),
                nanos(JITTER, jitter),
                bandwidth == null ? 0 : bytesPerSecond(bandwidth));
    }

    private static long nanos(String flag, @Nullable String text) {
        if (text == null) {
            return 0;
        }
        if (!TIME.matcher(text).matches()) {
            throw new FlagException(flag, "\"" + text + "\" is not a time like 500us, 20ms or 1s");
        }
        long nanos = Values.read(flag, text, Seconds::nanos);
        if (nanos > LinkShape.MAX_DELAY.toNanos()) {
            throw new FlagException(
                    flag, text + " is more than " + LinkShape.MAX_DELAY.toSeconds() + "s");
        }
        return nanos;
    }

    private static long bytesPerSecond(String text) {
        long value = Values.count(BANDWIDTH, text, (long) MAX_BYTES_PER_SECOND);
        if (value < LinkShape.LEAST_BYTES_PER_SECOND) {
            throw new FlagException(
                    BANDWIDTH,
                    String.format(
                            Locale.ROOT,
                            "%s is less than %d bytes a second",
                            text,
                            LinkShape.LEAST_BYTES_PER_SECOND));
        }
        return value;
    }
}
