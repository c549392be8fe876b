package org.evenkeel.daemon.audit;

import java.util.Map;

/** Hears what is to be remembered of who did what; never waits, from any thread. */
@FunctionalInterface
public interface Audit {

    /** Remembers nothing. */
    Audit NONE = (what, auditPrincipal, more) -> {};

    /**
     * Something happened, now.
     *
     * @param more texts, numbers, and lists and maps of them
     */
    void note(AuditKind what, AuditPrincipal auditPrincipal, Map<String, Object> more);
}
