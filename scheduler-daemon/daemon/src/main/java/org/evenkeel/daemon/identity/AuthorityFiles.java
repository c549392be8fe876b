package org.evenkeel.daemon.identity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.KeyedCertificate;
import org.evenkeel.security.identity.Pem;
import org.evenkeel.security.identity.PemBlocks;
import org.evenkeel.security.identity.RevocationList;
import org.evenkeel.security.identity.Trust;

/**
 * Where a cluster's authority keeps its things, on the one machine that has it, mode 0600 each:
 *
 * <pre>
 * authority/ca.pem      the key that signs everything, and its certificate, which names the cluster
 * authority/issued      a line for each certificate that was signed; issued.old is what was there
 *                       before lines that no longer matter were dropped
 * authority/revoked     the list of certificates that were taken back
 * authority/tokens/     a file for each token
 * authority/lock        held while any of it is changed
 * </pre>
 */
public final class AuthorityFiles {
    private final Path directory;

    /**
     * @param clusterDirectory the cluster's, as {@code --cluster-dir} says; need not exist
     */
    public AuthorityFiles(Path clusterDirectory) {
        this.directory = clusterDirectory.toAbsolutePath().normalize().resolve("authority");
    }

    /** Whether this machine has the cluster's authority. */
    public boolean exists() {
        return Files.exists(keyFile());
    }

    public Path directory() {
        return directory;
    }

    /** The authority's certificate. */
    public X509Certificate certificate() throws IOException, IdentityException {
        return load().certificate();
    }

    /**
     * The key and the certificate.
     *
     * @throws IdentityException if there is none, others can read it, or it cannot be used
     */
    KeyedCertificate load() throws IOException, IdentityException {
        try {
            KeyedCertificate pair = Pem.readKeyed(SecretFile.read(keyFile(), PemBlocks.MAX_BYTES));
            new Trust(pair.certificate());
            return pair;
        } catch (NoSuchFileException e) {
            throw new IdentityException(
                    "this machine has no authority in "
                            + directory
                            + ": make one (evenkeel cluster init), or go to the machine that has"
                            + " it");
        } catch (IdentityException e) {
            throw new IdentityException(keyFile() + ": " + e.reason(), e);
        }
    }

    /** Only under the lock. */
    void save(KeyedCertificate pair) throws IOException {
        SecretFile.write(keyFile(), Pem.write(pair));
    }

    /** The list of what was taken back; there always is one. */
    RevocationList revoked(X509Certificate authority) throws IOException, IdentityException {
        Path file = directory.resolve("revoked");
        try {
            RevocationList list =
                    RevocationList.decode(SecretFile.read(file, RevocationList.MAX_BYTES));
            list.verify(authority.getPublicKey());
            return list;
        } catch (NoSuchFileException e) {
            throw new IdentityException(
                    file + " is gone: without it revoked certificates would count; bring it back");
        } catch (IdentityException e) {
            throw new IdentityException(file + ": " + e.reason(), e);
        }
    }

    /** Only under the lock. */
    void saveRevoked(RevocationList list) throws IOException {
        SecretFile.write(directory.resolve("revoked"), list.encode());
    }

    IssuedLog log() {
        return new IssuedLog(directory.resolve("issued"), IssuedLog.MAX_BYTES);
    }

    Path tokens() {
        return directory.resolve("tokens");
    }

    DirectoryLock lock() throws IOException {
        return DirectoryLock.take(directory);
    }

    private Path keyFile() {
        return directory.resolve("ca.pem");
    }
}
