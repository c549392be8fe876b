package org.evenkeel.kernel;

/** What a node knows of another one. */
public enum PeerInfo {
    /** It has never heard of it. */
    UNKNOWN,
    /** There is a link. */
    LINKED,
    /** There is no link, and it counts as there. */
    SILENT,
    /** Its last process that is known was called gone. */
    GONE
}
