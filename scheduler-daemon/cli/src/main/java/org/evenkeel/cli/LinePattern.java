package org.evenkeel.cli;

import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A pattern that lines are compared with. Some patterns take longer for some lines than a user
 * waits: such a comparison ends with an error.
 */
final class LinePattern {

    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final Pattern pattern;

    private LinePattern(Pattern pattern) {
        this.pattern = pattern;
    }

    /**
     * Reads a pattern.
     *
     * @throws CommandFailure if it is none
     */
    static LinePattern of(String option, String text) throws CommandFailure {
        try {
            return new LinePattern(Pattern.compile(text));
        } catch (PatternSyntaxException e) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "%s %s is not a regular expression: %s"
                            .formatted(option, text, e.getDescription()));
        }
    }

    /**
     * Whether it is found in a line.
     *
     * @throws CommandFailure if that cannot be said in two seconds
     */
    boolean isIn(String line) throws CommandFailure {
        try {
            return pattern.matcher(new Limited(line, System.nanoTime() + LIMIT_NANOS)).find();
        } catch (TooLong | StackOverflowError e) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "the pattern "
                            + pattern
                            + " takes too long on a line of "
                            + line.length()
                            + " characters; write it without nested repetitions");
        }
    }

    private static final class TooLong extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** A text that can be read for some time. */
    private record Limited(CharSequence text, long untilNanos) implements CharSequence {
        @Override
        public char charAt(int index) {
            if (System.nanoTime() - untilNanos > 0) {
                throw new TooLong();
            }
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int from, int to) {
            return new Limited(text.subSequence(from, to), untilNanos);
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }
}
