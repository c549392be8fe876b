package org.evenkeel.client.session;

/** What the daemon at the end of a fresh link has of the session. */
public enum SessionContinuity {
    /** Everything: it is the process of before. */
    RESUMED,
    /** What its disk kept: it is a new process of the node of before. */
    RECOVERED,
    /** Nothing. */
    NEW
}
