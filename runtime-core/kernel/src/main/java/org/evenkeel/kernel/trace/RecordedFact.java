package org.evenkeel.kernel.trace;

import org.evenkeel.model.TaskId;
import org.jspecify.annotations.Nullable;

/**
 * One line of a recording: what a daemon saw. Times are nanoseconds since 1970 by the clock of the
 * machine; words are separated by single blanks.
 */
public sealed interface RecordedFact {

    /** The first line of every recording. */
    String HEADER = "# evenkeel recording 1";

    /** How the names of recordings end. */
    String FILE_SUFFIX = ".recording";

    /** Begins a line that tells how many facts are missing. */
    String DROPPED = "# dropped ";

    /** Longest run time that is understood, 100 years; virtual time ends after 292. */
    long MAX_RUN_NANOS = 100L * 365 * 24 * 3600 * 1_000_000_000L;

    /** As it is written, without the end of the line. */
    String line();

    /** {@code node NAME workers COUNT}: who writes. */
    record Node(String name, int workers) implements RecordedFact {
        @Override
        public String line() {
            return "node " + name + " workers " + workers;
        }
    }

    /**
     * {@code task TIME ID PARENT KIND WEIGHT BYTES}: a task was submitted here for the first time.
     *
     * @param parent the task that spawned it; null, written {@code -}, for one from a client
     * @param bytes of its payload
     */
    record Submitted(
            long epochNanos,
            TaskId task,
            @Nullable TaskId parent,
            String kind,
            long weight,
            long bytes)
            implements RecordedFact {
        @Override
        public String line() {
            return "task "
                    + epochNanos
                    + ' '
                    + task
                    + ' '
                    + (parent == null ? "-" : parent.toString())
                    + ' '
                    + RecordingTokens.encode(kind)
                    + ' '
                    + weight
                    + ' '
                    + bytes;
        }
    }

    /**
     * {@code done TIME ID NANOS STATUS BYTES}: an execution of a task ended here.
     *
     * @param runNanos spent running, waits for children excluded
     * @param status how, e.g. {@code SUCCEEDED}
     * @param bytes of its result
     */
    record Done(long epochNanos, TaskId task, long runNanos, String status, long bytes)
            implements RecordedFact {
        @Override
        public String line() {
            return "done " + epochNanos + ' ' + task + ' ' + runNanos + ' ' + status + ' ' + bytes;
        }
    }

    /** {@code # dropped COUNT}: so many facts before this line are missing. */
    record Dropped(long count) implements RecordedFact {
        @Override
        public String line() {
            return DROPPED + count;
        }
    }

    /**
     * Reads a line.
     *
     * @return null for a comment or an empty line
     * @throws IllegalArgumentException saying what is wrong with it
     */
    static @Nullable RecordedFact parse(String line) {
        if (line.startsWith(DROPPED)) {
            return new Dropped(RecordingTokens.number(line.substring(DROPPED.length())));
        }
        if (line.isBlank() || line.startsWith("#")) {
            return null;
        }
        String[] words = line.split(" ", -1);
        return switch (words[0]) {
            case "node" -> {
                RecordingTokens.expect(words, 4);
                yield new Node(words[1], (int) RecordingTokens.number(words[3]));
            }
            case "task" -> {
                RecordingTokens.expect(words, 7);
                yield new Submitted(
                        RecordingTokens.number(words[1]),
                        TaskId.parse(words[2]),
                        words[3].equals("-") ? null : TaskId.parse(words[3]),
                        RecordingTokens.decode(words[4]),
                        Math.max(1, RecordingTokens.number(words[5])),
                        RecordingTokens.number(words[6]));
            }
            case "done" -> {
                RecordingTokens.expect(words, 6);
                yield new Done(
                        RecordingTokens.number(words[1]),
                        TaskId.parse(words[2]),
                        runTime(words[3]),
                        words[4],
                        RecordingTokens.number(words[5]));
            }
            default ->
                    throw new IllegalArgumentException("\"" + words[0] + "\" is not a known fact");
        };
    }

    private static long runTime(String word) {
        long nanos = RecordingTokens.number(word);
        if (nanos > MAX_RUN_NANOS) {
            throw new IllegalArgumentException(
                    "a running time of " + nanos + " ns exceeds 100 years");
        }
        return nanos;
    }
}
