package org.evenkeel.daemon.identity;

import java.io.IOException;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.evenkeel.daemon.files.DirectoryWipe;
import org.evenkeel.daemon.files.PrivateFiles;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.KeyedCertificate;
import org.evenkeel.security.identity.Keys;
import org.evenkeel.security.identity.RevocationList;
import org.evenkeel.security.identity.Trust;

/** Writes the files of a new authority, its key last: with the key there is all of it. */
final class AuthoritySetup {
    private static final int CLUSTER_BYTES = 8;
    private static final long FIRST_LIST = 1;

    static KeyedCertificate found(AuthorityFiles files, SecureRandom random, Instant now)
            throws IOException, IdentityException {
        try (DirectoryLock _ = files.lock()) {
            if (files.exists()) {
                throw new IdentityException(
                        "an authority exists already, of cluster "
                                + new Trust(files.certificate()).cluster()
                                + " in "
                                + files.directory());
            }
            byte[] id = new byte[CLUSTER_BYTES];
            random.nextBytes(id);
            KeyPair keys = Keys.generate(random);
            X509Certificate certificate =
                    CertificateIssuers.load()
                            .authority(keys, HexFormat.of().formatHex(id), random, now);
            KeyedCertificate pair = new KeyedCertificate(keys.getPrivate(), certificate);
            PrivateFiles.createDirectories(files.tokens());
            DirectoryWipe.wipe(files.tokens(), false);
            files.saveRevoked(RevocationList.sign(FIRST_LIST, List.of(), now, pair.key()));
            files.log().create();
            files.save(pair);
            return pair;
        }
    }
}
