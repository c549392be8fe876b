package org.evenkeel.daemon;

import org.evenkeel.daemon.journal.Fatal;
import org.evenkeel.kernel.journal.JournalDamagedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the process at once: nothing that waits for the disk may be said any more, and whoever waits
 * for this daemon notices faster that way.
 */
final class JournalHalt implements Fatal {

    private static final Logger LOG = LoggerFactory.getLogger(JournalHalt.class);

    @Override
    public void failed(Exception failure) {
        int code = exitCode(failure);
        String message = failure.getMessage() + ". " + advice(code);
        LOG.error("the daemon ends at once: {}", message);
        System.err.println("evenkeel daemon: " + message);
        System.err.flush();
        Runtime.getRuntime().halt(code);
    }

    /** The exit code of a daemon that ends because of this. */
    static int exitCode(Exception failure) {
        return failure instanceof JournalDamagedException
                ? DaemonMain.JOURNAL_DAMAGED
                : DaemonMain.JOURNAL_FAILED;
    }

    /** What to do, for people. */
    static String advice(int code) {
        return code == DaemonMain.JOURNAL_DAMAGED
                ? "Nothing was changed. Copy the node's directory away, look with \"evenkeel journal"
                        + " check\", bring the file back from a copy if there is one; a node without"
                        + " its journal directory starts empty and its tasks on disk are lost."
                : "Look at the disk (df, dmesg), then start the daemon again: it reads back what is"
                        + " safely on disk and goes on from there.";
    }
}
