package org.evenkeel.cli;

import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A pattern that lines are compared with. Some patterns take longer for some lines than a user
 * waits: such a comparison ends with an error, and so do many that are slow. For one thread.
 */
final class LinePattern {

    private static final long LINE_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** For all lines together, what each may take {@link #FREE_NANOS} of left out. */
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final long FREE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** Characters between two looks at the clock. */
    private static final int UNTIMED_READS = 64;

    private final Pattern pattern;
    private final long limitNanos;
    private long leftNanos;

    private LinePattern(Pattern pattern, long limitNanos) {
        this.pattern = pattern;
        this.limitNanos = limitNanos;
        this.leftNanos = limitNanos;
    }

    /**
     * Reads a pattern.
     *
     * @throws CommandFailure if it is none
     */
    static LinePattern of(String option, String text) throws CommandFailure {
        return of(option, text, LIMIT_NANOS);
    }

    /**
     * The same.
     *
     * @param limitNanos for all lines together
     */
    static LinePattern of(String option, String text, long limitNanos) throws CommandFailure {
        try {
            return new LinePattern(Pattern.compile(text), limitNanos);
        } catch (PatternSyntaxException e) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "%s %s is not a regular expression: %s"
                            .formatted(option, text, e.getDescription()));
        }
    }

    /** Gives it the whole time again, for further lines. */
    void restart() {
        leftNanos = limitNanos;
    }

    /**
     * Whether it is found in a line.
     *
     * @throws CommandFailure if that cannot be said in two seconds, or all lines together took more
     *     than ten
     */
    boolean isIn(String line) throws CommandFailure {
        long begin = System.nanoTime();
        try {
            boolean found = pattern.matcher(new Limited(line, begin + LINE_LIMIT_NANOS)).find();
            leftNanos -= Math.max(0, System.nanoTime() - begin - FREE_NANOS);
            if (leftNanos > 0) {
                return found;
            }
        } catch (TooLong | StackOverflowError e) {
            throw tooLong("a line of " + line.length() + " characters");
        }
        throw tooLong("all lines together");
    }

    private CommandFailure tooLong(String on) {
        return new CommandFailure(
                ExitCode.USAGE,
                "the pattern %s takes too long on %s; write it without nested repetitions"
                        .formatted(pattern, on));
    }

    private static final class TooLong extends RuntimeException {}

    /** A text that can be read for some time. */
    private static final class Limited implements CharSequence {
        private final CharSequence text;
        private final long untilNanos;
        private int reads;

        Limited(CharSequence text, long untilNanos) {
            this.text = text;
            this.untilNanos = untilNanos;
        }

        @Override
        public char charAt(int index) {
            if (++reads % UNTIMED_READS == 0 && System.nanoTime() - untilNanos > 0) {
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
