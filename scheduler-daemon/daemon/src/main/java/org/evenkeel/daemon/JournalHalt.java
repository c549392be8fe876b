package org.evenkeel.daemon;

import org.evenkeel.kernel.journal.JournalDamagedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the process at once: nothing that waits for the disk may be said any more, and whoever waits
 * for this daemon notices faster that way.
 */
final class JournalHalt {

    private static final Logger LOG = LoggerFactory.getLogger(JournalHalt.class);

    static void failed(Exception failure) {
        int code = exitCode(failure);
        Halt.now(LOG, failure.getMessage() + ". " + advice(code), code);
    }

    /** The exit code of a daemon that ends because of this. */
    static int exitCode(Exception failure) {
        return failure instanceof JournalDamagedException
                ? DaemonMain.JOURNAL_DAMAGED
                : DaemonMain.JOURNAL_FAILED;
    }

    /** What to do, human-readable. */
    static String advice(int code) {
        return code == DaemonMain.JOURNAL_DAMAGED
                ? "Nothing was changed. Copy the node's directory to a safe place, run "
                        + "\"evenkeel journal check\", and restore the damaged file from a backup if "
                        + "there is one. Without its journal directory the node starts empty, and "
                        + "its tasks on disk are lost."
                : "Check the disk (df, dmesg), then start the daemon again: it recovers "
                        + "everything that reached the disk.";
    }
}
