package org.evenkeel.daemon.identity;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.evenkeel.model.Digest;
import org.evenkeel.security.identity.RevocationList;

/**
 * Which lines of the log still matter: those of certificates that have not expired; those that
 * could be renewed, unless the same key has a later one; and those that are revoked, for as long as
 * their key could ask to be renewed. It has to {@link #see} all lines before it is asked.
 */
final class Retention {
    private final RevocationList revoked;
    private final Instant now;
    private final Map<Digest, Instant> latest = new HashMap<>();

    Retention(RevocationList revoked, Instant now) {
        this.revoked = revoked;
        this.now = now;
    }

    /** The time that decides. */
    Instant now() {
        return now;
    }

    void see(Issued entry) {
        latest.merge(entry.key(), entry.until(), (a, b) -> a.isAfter(b) ? a : b);
    }

    boolean keeps(Issued entry) {
        if (!entry.isUsable(now)) {
            return false;
        }
        return !entry.isExpired(now)
                || revoked.isRevoked(entry.serial())
                || entry.until().equals(latest.get(entry.key()));
    }
}
