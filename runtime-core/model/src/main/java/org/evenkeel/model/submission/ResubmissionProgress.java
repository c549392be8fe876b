package org.evenkeel.model.submission;

/**
 * What a fresh link still needs again, until that is said to have left: from then on the daemon has
 * everything that is open, and may tell the daemons of before.
 */
final class ResubmissionProgress {
    private boolean pending;
    private long upTo;
    private long sent;

    /**
     * A fresh link needs tasks up to this number again, 0 for none.
     *
     * @param told whether its daemon is told when they have left
     */
    void begin(long lastNumber, boolean told) {
        pending = told;
        upTo = lastNumber;
        sent = 0;
    }

    /** This task leaves. */
    void leaves(OpenSubmission task) {
        if (pending && task.number() <= upTo) {
            sent = task.number();
        }
    }

    /** Whether all of them have left or ended, and that has not been said; it is said then. */
    boolean completes(HeldSubmissions<?> held) {
        if (!pending || held.hasUpTo(upTo)) {
            return false;
        }
        pending = false;
        return true;
    }

    /** The last one that has left; others have ended meanwhile. */
    long sent() {
        return sent;
    }

    void abandon() {
        pending = false;
    }
}
