package org.evenkeel.daemon.identity;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.evenkeel.model.Digest;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.RevocationList;
import org.evenkeel.security.identity.Subject;

/** What the log says against one more certificate for a key. */
final class Claims {

    /** Most renewals of a key in 24 hours: daemons renew daily, and a log has a bound. */
    static final int RENEWALS_A_DAY = 8;

    private static final Duration DAY = Duration.ofDays(1);

    private final RevocationList revoked;
    private final Instant now;

    private boolean isKeyRevoked;
    private int renewals;
    private final Set<String> namesOfKey = new HashSet<>();
    private boolean isNameTaken;

    Claims(RevocationList revoked, Instant now) {
        this.revoked = revoked;
        this.now = now;
    }

    /** Refuses a key that was revoked or has another name, and a name that has another key. */
    void ofIssue(Digest key, Subject subject, IssuedLog log) throws IOException, IdentityException {
        log.forEach(entry -> look(entry, key, subject.name()));
        requireUnrevoked();
        if (isNameTaken) {
            throw new IdentityException(
                    ("the name %s belongs to another key: choose another name, or revoke it first "
                                    + "(evenkeel cert revoke %s)")
                            .formatted(subject.name(), subject.name()));
        }
        namesOfKey.remove(subject.name());
        if (!namesOfKey.isEmpty()) {
            throw new IdentityException(
                    "the key belongs to " + namesOfKey.iterator().next() + ": create a new key");
        }
    }

    /** Refuses a key that was revoked or has been renewed too often. */
    void ofRenewal(Digest key, IssuedLog log) throws IOException, IdentityException {
        log.forEach(entry -> look(entry, key, ""));
        requireUnrevoked();
        if (renewals >= RENEWALS_A_DAY) {
            throw new IdentityException(
                    "renewed " + renewals + " times in 24 hours: try again tomorrow");
        }
    }

    private void look(Issued entry, Digest key, String name) {
        if (!entry.isUsable(now)) {
            return;
        }
        boolean isRevoked = revoked.isRevoked(entry.serial());
        if (entry.key().equals(key)) {
            isKeyRevoked |= isRevoked;
            namesOfKey.add(entry.name());
            if (entry.isRenewal() && entry.from().isAfter(now.minus(DAY))) {
                renewals++;
            }
        } else if (entry.name().equals(name)) {
            isNameTaken |= !isRevoked;
        }
    }

    private void requireUnrevoked() throws IdentityException {
        if (isKeyRevoked) {
            throw new IdentityException(
                    "the key is revoked for ever: join with a new key and a new token "
                            + "(evenkeel token create)");
        }
    }
}
