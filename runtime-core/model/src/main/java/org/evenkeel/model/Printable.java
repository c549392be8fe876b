package org.evenkeel.model;

import java.util.Objects;
import java.util.function.IntPredicate;

/**
 * Text of another process, made fit for a terminal or a log file. Each of these characters becomes
 * a backslash, {@code u} and four hexadecimal digits for each of its UTF-16 units:
 *
 * <ul>
 *   <li>control characters (C0, DEL, C1), which end a line or are commands to a terminal;
 *   <li>format characters, among them those that change the direction of writing;
 *   <li>the line and paragraph separators U+2028 and U+2029;
 *   <li>surrogates without their other half, private use, and what Unicode has not assigned.
 * </ul>
 *
 * All else stays, the backslash too: printable text is not changed, and text in JSON remains JSON
 * of the same value.
 */
public final class Printable {
    /** The text on one line; tabs are escaped too. */
    public static String of(String text) {
        return escaped(text, Printable::isPrintable);
    }

    /** The text on one line, with its tabs. */
    public static String withTabs(String text) {
        return escaped(text, point -> point == '\t' || isPrintable(point));
    }

    /** The text with its tabs and its line ends, each of which is a line feed afterwards. */
    public static String lines(String text) {
        return escaped(
                text.replace("\r\n", "\n"),
                point -> point == '\n' || point == '\t' || isPrintable(point));
    }

    /** Where the first character is that {@link #of} would escape; -1 if there is none. */
    public static int firstEscaped(String text) {
        for (int i = 0; i < text.length(); ) {
            int point = text.codePointAt(i);
            if (!isPrintable(point)) {
                return i;
            }
            i += Character.charCount(point);
        }
        return -1;
    }

    /**
     * A name that {@link #of} would not change.
     *
     * @param of what it names, such as "a job"
     * @throws IllegalArgumentException if there is another character; names it and its place
     */
    public static String checkedName(String of, String name) {
        int index = firstEscaped(name);
        if (index >= 0) {
            int point = name.codePointAt(index);
            String called = Objects.requireNonNullElse(Character.getName(point), "unassigned");
            throw new IllegalArgumentException(
                    "the name of %s has U+%04X (%s) at index %d; use printable characters"
                            .formatted(of, point, called, index));
        }
        return name;
    }

    /** The escape of all UTF-16 units of a code point, whether it needs one or not. */
    public static String escape(int point) {
        StringBuilder escape = new StringBuilder();
        for (char unit : Character.toChars(point)) {
            escape.append("\\u%04x".formatted((int) unit));
        }
        return escape.toString();
    }

    private static String escaped(String text, IntPredicate stays) {
        if (text.codePoints().allMatch(stays)) {
            return text;
        }
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        text.codePoints()
                .forEach(point -> {
                    if (stays.test(point)) {
                        escaped.appendCodePoint(point);
                    } else {
                        escaped.append(escape(point));
                    }
                });
        return escaped.toString();
    }

    private static boolean isPrintable(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED ->
                    false;
            default -> true;
        };
    }
}
