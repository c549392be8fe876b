package org.evenkeel.daemon.identity;

import java.util.List;
import org.evenkeel.security.identity.RevocationList;

/**
 * What came of revoking.
 *
 * @param list the newest list; the one of before if nothing was left to revoke
 * @param certificates all that were meant, those revoked before included; empty if there are none
 * @param isNew whether the list is a new one
 */
public record Revocation(RevocationList list, List<Issued> certificates, boolean isNew) {}
