package org.evenkeel.daemon.journal;

/** Hears, once, on the journal's thread, that nothing will be durable any more. */
public interface JournalFailureListener {

    /** Ends the process without performing anything that waits for the disk. */
    void failed(Exception failure);
}
