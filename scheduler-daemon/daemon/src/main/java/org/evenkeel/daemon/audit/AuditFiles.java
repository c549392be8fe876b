package org.evenkeel.daemon.audit;

import java.nio.file.Path;

/** Where the log is: the newest file has no number, older ones have greater ones. */
public final class AuditFiles {

    /** The newest. */
    public static final String NAME = "audit.log";

    /** The log of a node. */
    public static Path of(Path nodeDirectory) {
        return nodeDirectory.resolve(NAME);
    }

    /** The file that was the newest so many files ago. */
    static Path older(Path newest, int number) {
        return number == 0 ? newest : newest.resolveSibling(newest.getFileName() + "." + number);
    }
}
