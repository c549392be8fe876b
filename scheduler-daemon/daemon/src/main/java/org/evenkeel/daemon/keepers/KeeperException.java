package org.evenkeel.daemon.keepers;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What a keeper could not do, and what the caller may assume. */
public final class KeeperException extends IOException {

    private static final long serialVersionUID = 1L;

    /** Why. */
    public enum Kind {
        /**
         * Too few keepers answered in time. A proposal may be in the log or come into it later: it
         * must not be taken for "not written".
         */
        NO_QUORUM,

        /** This keeper has ended. A proposal may be in the log. */
        ENDED,

        /** Too much is on its way. The entry was not proposed. */
        BUSY,

        /** The directory cannot be used as it is. The keeper was not started. */
        DAMAGED,

        /** The settings do not fit the machine or the directory. The keeper was not started. */
        SETTINGS,

        /** The keepers were not changed, or not yet. */
        NOT_CHANGED,

        /** A file was not written, or cannot be restored. */
        BACKUP
    }

    private final Kind kind;

    public KeeperException(Kind kind, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public KeeperException(Kind kind, String message) {
        this(kind, message, null);
    }

    public Kind kind() {
        return kind;
    }
}
