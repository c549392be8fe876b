package org.evenkeel.recorder.report;

/**
 * A job, and from where it is known.
 *
 * @param source in words, for readers of the page; empty if nodes have told it
 */
record FoundJob(RecordedJob job, String source) {

    boolean isRecorded() {
        return !source.isEmpty();
    }

    /** One that a recorder has kept. */
    static FoundJob recorded(RecordedJob job) {
        return new FoundJob(
                job,
                "This is what a recorder has kept. What it missed is named below, and marked.");
    }
}
