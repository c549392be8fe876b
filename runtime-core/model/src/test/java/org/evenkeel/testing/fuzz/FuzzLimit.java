package org.evenkeel.testing.fuzz;

import java.util.List;

/**
 * How long Jazzer looks at one target.
 *
 * @param seconds by the clock, when {@code inputs} is 0
 * @param inputs so many inputs drawn from a fixed seed, so that a second run tries the same ones
 */
record FuzzLimit(int seconds, int inputs) {
    private static final int LONG_SECONDS = 60;

    /** What the properties ask for: {@code evenkeel.fuzz.inputs}, else {@code .seconds}. */
    static FuzzLimit chosen() {
        int usual = Boolean.getBoolean("evenkeel.long") ? LONG_SECONDS : 0;
        return new FuzzLimit(
                Integer.getInteger("evenkeel.fuzz.seconds", usual),
                Integer.getInteger("evenkeel.fuzz.inputs", 0));
    }

    /** Whether only the stored inputs are fed. */
    boolean isNone() {
        return seconds == 0 && inputs == 0;
    }

    boolean isRepeatable() {
        return inputs > 0;
    }

    /** Flags of libFuzzer. */
    List<String> flags() {
        return isRepeatable()
                ? List.of("-runs=" + inputs, "-seed=1")
                : List.of("-max_total_time=" + seconds);
    }
}
