package org.evenkeel.daemon.audit;

import java.util.Locale;

/** What an entry tells of. */
public enum AuditKind {
    DAEMON_STARTED,
    DAEMON_ENDED,
    SESSION_OPENED,
    ATTACHED,
    JOB_OPENED,
    JOB_CODE,
    JOB_ENDED,
    JOB_CANCELLED,
    REFUSED,
    NODE_FORGOTTEN,
    NODE_PAUSED,
    NODE_RESUMED,
    QUOTA_REACHED,
    CODE_REFUSED,
    TOKEN_CREATED,
    TOKEN_USED,
    TOKEN_REFUSED,
    TOKEN_REVOKED,
    CERTIFICATE_ISSUED,
    CERTIFICATE_RENEWED,
    CERTIFICATE_REVOKED,
    DROPPED;

    /** As in the log. */
    public String spelling() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
