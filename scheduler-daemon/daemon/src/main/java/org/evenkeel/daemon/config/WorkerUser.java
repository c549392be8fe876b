package org.evenkeel.daemon.config;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whose processes workers are. */
public sealed interface WorkerUser {

    /** Others than the daemon's where that can be done, else the daemon's. */
    record Auto() implements WorkerUser {}

    /** The daemon's. */
    record Same() implements WorkerUser {}

    /** An account of the machine. */
    record Named(String name) implements WorkerUser {}

    /**
     * Numbers without an account, a worker takes one of them; user and group alike.
     *
     * @param first above 0
     * @param last not below
     */
    record Range(int first, int last) implements WorkerUser {}

    /**
     * As it is written.
     *
     * @throws ConfigException if it is none of these
     */
    static WorkerUser parse(String text) throws ConfigException {
        if (text.equals("auto")) {
            return new Auto();
        }
        if (text.equals("same")) {
            return new Same();
        }
        Matcher range = Words.RANGE.matcher(text);
        if (range.matches()) {
            int first = Integer.parseInt(range.group(1));
            int last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
            if (first > 0 && last >= first) {
                return new Range(first, last);
            }
        } else if (Words.NAME.matcher(text).matches()) {
            return new Named(text);
        }
        throw new ConfigException(
                ("worker-user: \"%s\" is invalid; use auto, same, a user's name, a user id above 0 "
                                + "or a range such as 60600-61111")
                        .formatted(text));
    }

    /** How they are written. */
    final class Words {
        private static final Pattern RANGE = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9}))?");
        private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]{0,31}");
    }
}
