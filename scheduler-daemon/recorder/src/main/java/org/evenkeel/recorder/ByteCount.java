package org.evenkeel.recorder;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A number of bytes as the command line says it: {@code 500M}, {@code 2G}. */
final class ByteCount {

    private static final Pattern FORM = Pattern.compile("([0-9]{1,12})([kMG]?)B?");
    private static final String UNITS = "kMG";
    private static final int STEP = 1_024;

    private ByteCount() {}

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
        long bytes = Long.parseLong(matcher.group(1));
        for (int i = 0; i <= (matcher.group(2).isEmpty() ? -1 : UNITS.indexOf(matcher.group(2))); i++) {
            bytes *= STEP;
        }
        return bytes;
    }
}
