package org.evenkeel.client;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes as people write them. */
public final class ByteSizes {

    private static final Pattern SIZE = Pattern.compile("(\\d{1,6})([kmgt])");

    private ByteSizes() {}

    /**
     * Bytes of a size like {@code 512m}.
     *
     * @param what it is a size of, for the error
     * @throws IllegalArgumentException if it is not written so
     */
    public static long parse(String what, String text) {
        Matcher matcher = SIZE.matcher(text.toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    what + ": \"" + text + "\" is not a size; use 512m or 2g");
        }
        long count = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "k" -> count << 10;
            case "m" -> count << 20;
            case "g" -> count << 30;
            default -> count << 40;
        };
    }
}
