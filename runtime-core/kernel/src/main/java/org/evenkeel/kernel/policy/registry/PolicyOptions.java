package org.evenkeel.kernel.policy.registry;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.evenkeel.model.NameWithOptions;
import org.evenkeel.model.Numbers;

/** Reads the options of a policy; each method names what is wrong with a value. */
record PolicyOptions(NameWithOptions choice) {
    static final String OFF = "off";

    /** One of some words; the first when the option is not given. */
    <T> T choose(String key, T[] values, Function<T, String> spelling) {
        List<String> permitted = Stream.of(values).map(spelling).toList();
        String chosen = choice.option(key, permitted, permitted.getFirst());
        return values[permitted.indexOf(chosen)];
    }

    /** A whole number within bounds. */
    int number(String key, int otherwise, int least, int most) {
        String written = choice.option(key, "" + otherwise);
        String permitted = "a whole number from " + least + " to " + most;
        return (int)
                Numbers.whole(written, least, most)
                        .orElseThrow(() -> wrong(key, permitted, written));
    }

    /** A whole number within bounds, or "off", which is the default and read as {@code ifOff}. */
    int numberOrOff(String key, int least, int most, int ifOff) {
        return choice.option(key, OFF).equals(OFF) ? ifOff : number(key, ifOff, least, most);
    }

    /** A number within bounds. */
    double decimal(String key, double otherwise, double least, double most) {
        String written = choice.option(key, "" + otherwise);
        return Numbers.decimal(written, least, most)
                .orElseThrow(() -> wrong(key, "a number from " + least + " to " + most, written));
    }

    /**
     * A time such as {@code 100ms}, nanoseconds; {@code ifAdaptive} for the default, "adaptive".
     */
    <T> T time(String key, T ifAdaptive, Function<Long, T> reader) {
        String written = choice.option(key, "adaptive");
        return written.equals("adaptive") ? ifAdaptive : reader.apply(nanos(key, written));
    }

    private long nanos(String key, String written) {
        int digits = 0;
        while (digits < written.length() && Character.isDigit(written.charAt(digits))) {
            digits++;
        }
        TimeUnit unit =
                switch (written.substring(digits)) {
                    case "ns" -> TimeUnit.NANOSECONDS;
                    case "us" -> TimeUnit.MICROSECONDS;
                    case "ms" -> TimeUnit.MILLISECONDS;
                    case "s" -> TimeUnit.SECONDS;
                    default -> null;
                };
        if (unit == null || digits == 0 || digits > 9) {
            throw wrong(key, "\"adaptive\" or a time such as 100ms", written);
        }
        long nanos = unit.toNanos(Long.parseLong(written.substring(0, digits)));
        if (nanos == 0) {
            throw new IllegalArgumentException(
                    choice.name() + ": " + key + " must be greater than 0");
        }
        return nanos;
    }

    private IllegalArgumentException wrong(String key, String permitted, String written) {
        return new IllegalArgumentException(
                "%s: option \"%s\" is %s, not \"%s\""
                        .formatted(choice.name(), key, permitted, written));
    }
}
