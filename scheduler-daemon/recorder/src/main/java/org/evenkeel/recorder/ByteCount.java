package org.evenkeel.recorder;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A number of bytes as the command line says it: {@code 500M}, {@code 2G}. */
final class ByteCount {

    private static final Pattern FORM = Pattern.compile("([0-9]{1,15})([kMG]?)B?");

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException if it is none
     */
    static long parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(text + " is not a number of bytes; use 500M or 2G");
        }
        long factor =
                switch (matcher.group(2)) {
                    case "k" -> 1L << 10;
                    case "M" -> 1L << 20;
                    case "G" -> 1L << 30;
                    default -> 1;
                };
        long count = Long.parseLong(matcher.group(1));
        if (count > Long.MAX_VALUE / factor) {
            throw new IllegalArgumentException(text + " is more than any disk has");
        }
        return count * factor;
    }
}
