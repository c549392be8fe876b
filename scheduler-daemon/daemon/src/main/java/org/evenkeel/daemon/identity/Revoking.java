package org.evenkeel.daemon.identity;

import java.io.IOException;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.evenkeel.model.Digest;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.KeyedCertificate;
import org.evenkeel.security.identity.RevocationList;

/** How an authority takes certificates back; {@link Authority} says what is promised. */
record Revoking(AuthorityFiles files, KeyedCertificate pair) {
    /** See {@link Authority#revoke}. */
    Revocation revoke(String serialOrName, Instant now) throws IOException, IdentityException {
        try (DirectoryLock _ = files.lock()) {
            RevocationList before = own();
            List<Issued> meant = meant(serialOrName, now);
            Set<BigInteger> serials = new HashSet<>(before.serials());
            serials.addAll(meant.stream().map(Issued::serial).toList());
            if (serials.size() == before.serials().size()) {
                return new Revocation(before, meant, false);
            }
            RevocationList list =
                    RevocationList.sign(before.version() + 1, serials, now, pair.key());
            files.saveRevoked(list);
            return new Revocation(list, meant, true);
        }
    }

    /** See {@link Authority#adopt}. */
    RevocationList adopt(RevocationList seen, Instant now) throws IOException, IdentityException {
        seen.verify(pair.certificate().getPublicKey());
        try (DirectoryLock _ = files.lock()) {
            RevocationList own = own();
            Set<BigInteger> serials = new HashSet<>(own.serials());
            boolean isMore = serials.addAll(seen.serials());
            if (!isMore && seen.version() <= own.version()) {
                return own;
            }
            long version = Math.max(own.version(), seen.version()) + 1;
            RevocationList list = RevocationList.sign(version, serials, now, pair.key());
            files.saveRevoked(list);
            return list;
        }
    }

    private RevocationList own() throws IOException, IdentityException {
        return files.revoked(pair.certificate());
    }

    /** All usable certificates of the keys that a serial or a name stands for. */
    private List<Issued> meant(String serialOrName, Instant now)
            throws IOException, IdentityException {
        String serial = serialOrName.replace(":", "").toLowerCase(Locale.ROOT);
        Set<Digest> keys = new HashSet<>();
        files.log()
                .forEach(entry -> {
                    if (Issued.spell(entry.serial()).equals(serial)
                            || entry.name().equals(serialOrName)) {
                        keys.add(entry.key());
                    }
                });
        List<Issued> meant = new ArrayList<>();
        files.log()
                .forEach(entry -> {
                    if (keys.contains(entry.key()) && entry.isUsable(now)) {
                        meant.add(entry);
                    }
                });
        return meant;
    }
}
