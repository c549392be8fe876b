package org.evenkeel.daemon.identity;

import java.io.IOException;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.security.identity.CertificateIssuer;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.KeyedCertificate;
import org.evenkeel.security.identity.Keys;
import org.evenkeel.security.identity.RevocationList;
import org.evenkeel.security.identity.Subject;
import org.evenkeel.security.identity.Trust;
import org.evenkeel.security.identity.Verdict;

/**
 * The authority of a cluster: signs certificates for 90 days, renews them for the same key, and
 * takes them back. Every certificate is in its log before it is given away.
 *
 * <p>A name belongs to one key for as long as a certificate of it counts or could be renewed: who
 * has a token cannot take the name of a machine that is there. A key that was revoked never gets a
 * certificate again.
 *
 * <p>Several processes may use one authority, any thread may call; each call waits for the lock of
 * the directory and for the disk.
 */
public final class Authority {
    private final AuthorityFiles files;
    private final KeyedCertificate pair;
    private final Trust trust;
    private final CertificateIssuer issuer;
    private final SecureRandom random;
    private final Revoking revoking;

    private Authority(AuthorityFiles files, KeyedCertificate pair, SecureRandom random)
            throws IdentityException {
        this.files = files;
        this.pair = pair;
        this.trust = new Trust(pair.certificate());
        this.issuer = CertificateIssuers.load();
        this.random = random;
        this.revoking = new Revoking(files, pair);
    }

    /**
     * Makes the authority of a new cluster. Its key is written last: after a crash before that
     * there is none, and this can be called again.
     *
     * @throws IdentityException if there is one already
     */
    public static Authority create(AuthorityFiles files, SecureRandom random, Instant now)
            throws IOException, IdentityException {
        return new Authority(files, AuthoritySetup.found(files, random, now), random);
    }

    /**
     * Opens the authority that is there.
     *
     * @throws IdentityException if there is none, or its files cannot be used
     */
    public static Authority open(AuthorityFiles files, SecureRandom random)
            throws IOException, IdentityException {
        return new Authority(files, files.load(), random);
    }

    public X509Certificate certificate() {
        return pair.certificate();
    }

    /** The id of the cluster. */
    public String cluster() {
        return trust.cluster();
    }

    /**
     * Signs a certificate; whether the holder of the key may have it is for the caller to know.
     *
     * @param key of the machine or the client
     * @param how as in {@link Issued#how()}
     * @throws IdentityException if the key cannot be used or was revoked, or the name belongs to
     *     another key
     */
    public X509Certificate issue(PublicKey key, Subject subject, String how, Instant now)
            throws IOException, IdentityException {
        PublicKey checked = Keys.publicKey(key.getEncoded());
        if (!subject.cluster().equals(cluster())) {
            throw new IdentityException(
                    "this is the authority of cluster %s, not of %s"
                            .formatted(cluster(), subject.cluster()));
        }
        if (checked.equals(certificate().getPublicKey())) {
            throw new IdentityException("the key is the authority's own key");
        }
        try (DirectoryLock _ = files.lock()) {
            RevocationList revoked = revoked();
            new Claims(revoked, now).ofIssue(Issued.digest(checked), subject, files.log());
            return sign(checked, subject, how, new Retention(revoked, now));
        }
    }

    /**
     * Signs a certificate for the same key, name and roles.
     *
     * @param old one of this authority; it may have expired at most {@link Trust#RENEWABLE} ago
     * @param key the one whose possession was proved
     * @throws IdentityException if the key is another one, any certificate of it was revoked, or it
     *     was renewed too often of late
     */
    public X509Certificate renew(X509Certificate old, PublicKey key, Instant now)
            throws IOException, IdentityException {
        try (DirectoryLock _ = files.lock()) {
            RevocationList revoked = revoked();
            Subject subject =
                    switch (trust.verify(List.of(old), now, revoked::isRevoked)) {
                        case Verdict.Valid valid -> valid.subject();
                        case Verdict.Expired expired -> expired.subject();
                        case Verdict.Refused refused ->
                                throw new IdentityException(refused.reason());
                    };
            if (!MessageDigest.isEqual(key.getEncoded(), old.getPublicKey().getEncoded())) {
                throw new IdentityException(
                        "a renewal keeps the key: to change the key of "
                                + subject.name()
                                + ", revoke it (evenkeel cert revoke) and join again");
            }
            new Claims(revoked, now).ofRenewal(Issued.digest(key), files.log());
            String how = Issued.byRenewal(old.getSerialNumber());
            return sign(key, subject, how, new Retention(revoked, now));
        }
    }

    private X509Certificate sign(PublicKey key, Subject subject, String how, Retention retention)
            throws IOException, IdentityException {
        X509Certificate certificate = issuer.endEntity(key, subject, pair, random, retention.now());
        files.log().append(Issued.of(certificate, subject, how), retention);
        return certificate;
    }

    /**
     * Takes back all certificates of a machine or a client: those with its key that count or could
     * be renewed. A new list says so when this returns.
     *
     * @param serialOrName the serial of any of them in hexadecimal, or the name
     */
    public Revocation revoke(String serialOrName, Instant now)
            throws IOException, IdentityException {
        return revoking.revoke(serialOrName, now);
    }

    /**
     * Takes over what a later list of its own says, as daemons have it when the authority's files
     * were restored from an old copy. A new list says so when this returns.
     *
     * @return the newest list; the one of before if nothing was missing in it
     * @throws IdentityException if this authority did not sign it
     */
    public RevocationList adopt(RevocationList seen, Instant now)
            throws IOException, IdentityException {
        return revoking.adopt(seen, now);
    }

    /** What is revoked now. */
    public RevocationList revoked() throws IOException, IdentityException {
        return files.revoked(certificate());
    }

    /** All certificates in the log, the oldest first; at most some 130,000. */
    public List<Issued> list() throws IOException, IdentityException {
        List<Issued> all = new ArrayList<>();
        files.log().forEach(all::add);
        return all;
    }
}
