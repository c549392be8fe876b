package org.evenkeel.chaos;

import java.time.Duration;

/**
 * How much is done in a run of {@link NetworkProcessIT}.
 *
 * @param name in reports
 * @param rounds how often each fault is done
 * @param longest time a fault lasts
 * @param quiet longest time between two faults
 * @param pause of a submitter between two tasks; in the longest form other parts of the nightly run
 *     beside it and need the processors, too
 */
record NetworkForm(String name, int rounds, Duration longest, Duration quiet, Duration pause) {
    private static final Duration SHORT_PAUSE = Duration.ofMillis(8);
    private static final Duration LONG_PAUSE = Duration.ofMillis(40);

    /** About a minute. */
    static final NetworkForm SHORT =
            new NetworkForm("short", 1, Duration.ofSeconds(5), Duration.ofSeconds(3), SHORT_PAUSE);

    /** About ten minutes. */
    static final NetworkForm LONG =
            new NetworkForm("long", 5, Duration.ofSeconds(12), Duration.ofSeconds(8), SHORT_PAUSE);

    /** About forty minutes. */
    static final NetworkForm FULL =
            new NetworkForm("full", 28, Duration.ofSeconds(12), Duration.ofSeconds(5), LONG_PAUSE);

    /** The form that the property asks for. */
    static NetworkForm chosen() {
        String asked = System.getProperty("evenkeel.network", "");
        return switch (asked) {
            case "full" -> FULL;
            case "long" -> LONG;
            case "short" -> SHORT;
            default ->
                    throw new IllegalArgumentException(
                            "evenkeel.network is \"" + asked + "\", not short, long or full");
        };
    }
}
