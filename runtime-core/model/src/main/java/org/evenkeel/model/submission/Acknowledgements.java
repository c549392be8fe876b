package org.evenkeel.model.submission;

import java.util.Arrays;

/**
 * Outcomes that came: those the daemon is to be told of, and the latest it was told of. The latter
 * are told again when a session continues over a new link: those on their way when the old one
 * broke are lost, and until it has them the daemon counts their tasks as open.
 */
final class Acknowledgements {

    /** Numbers told at once. */
    static final int BATCH = 1024;

    /** Numbers that are remembered: more than fit into the buffers of a socket. */
    static final int REMEMBERED = 1 << 16;

    private static final int FIRST = 16;

    private final SubmissionOutput<?> output;
    private long[] due = new long[FIRST];
    private int dueCount;
    private long[] told = new long[FIRST];
    private int next;
    private boolean full;

    Acknowledgements(SubmissionOutput<?> output) {
        this.output = output;
    }

    /** The outcome of this number has come. */
    void add(long number) {
        if (dueCount == BATCH) {
            tell();
        }
        if (dueCount == due.length) {
            due = Arrays.copyOf(due, 2 * due.length);
        }
        due[dueCount++] = number;
    }

    /** Tells what is due. */
    void tell() {
        if (dueCount > 0) {
            for (int i = 0; i < dueCount; i++) {
                remember(due[i]);
            }
            output.acknowledge(due, dueCount);
            dueCount = 0;
        }
    }

    private void remember(long number) {
        if (next == told.length) {
            if (told.length < REMEMBERED) {
                told = Arrays.copyOf(told, 2 * told.length);
            } else {
                next = 0;
                full = true;
            }
        }
        told[next++] = number;
    }

    /** Tells all that is remembered once more. */
    void tellAgain() {
        int count = full ? told.length : next;
        if (count > 0) {
            output.acknowledge(told, count);
        }
    }

    void forget() {
        next = 0;
        full = false;
    }
}
