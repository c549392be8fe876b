package org.evenkeel.daemon.config;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A number of bytes as people write it: {@code 512m}, {@code 2g}. */
public final class MemorySize {
    private static final Pattern SIZE = Pattern.compile("(\\d{1,6})([kmgt])");

    private MemorySize() {}

    /**
     * Reads it.
     *
     * @return bytes
     * @throws IllegalArgumentException naming what was given
     */
    public static long parse(String text) {
        Matcher matcher = SIZE.matcher(text.toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException("\"" + text + "\" is not like 512m or 2g");
        }
        return Long.parseLong(matcher.group(1)) << shift(matcher.group(2));
    }

    private static int shift(String unit) {
        return switch (unit) {
            case "k" -> 10;
            case "m" -> 20;
            case "g" -> 30;
            default -> 40;
        };
    }
}
