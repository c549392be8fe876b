package org.evenkeel.daemon.identity;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.evenkeel.daemon.config.DaemonConfig.Address;
import org.evenkeel.security.identity.Credentials;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.Pem;
import org.evenkeel.security.identity.PemBlocks;
import org.evenkeel.security.identity.RevocationList;

/**
 * This machine's identity in a cluster's directory, mode 0600 each:
 *
 * <pre>
 * identity/node.pem   private key, certificate, the authority's certificate: one file, so that they
 *                     never come apart
 * identity/revoked    the newest list of revoked certificates that was seen
 * identity/seed       host:port of the daemon that this machine joined at
 * identity/members    node host:port, a line for each daemon of which a program was told; programs
 *                     write it
 * </pre>
 *
 * All daemons and commands that use the directory may use it at the same time.
 */
public final class IdentityFiles {
    private static final Pattern ADDRESS = Pattern.compile("([!-~]{1,255}):(\\d{1,5})\\n?");
    private static final int MAX_SEED_BYTES = 300;
    private static final int MAX_MEMBERS_BYTES = 600_000;
    private static final int MAX_PORT = 65_535;

    private final Path directory;

    /**
     * @param clusterDirectory the cluster's, as {@code --cluster-dir} says; need not exist
     */
    public IdentityFiles(Path clusterDirectory) {
        this.directory = clusterDirectory.toAbsolutePath().normalize().resolve("identity");
    }

    /** The file with the key and the certificates. */
    public Path file() {
        return directory.resolve("node.pem");
    }

    /**
     * The identity; empty if this machine has none yet.
     *
     * @throws IdentityException naming the file, if others can read it or it cannot be used
     */
    public Optional<Credentials> load() throws IOException, IdentityException {
        try {
            byte[] text = SecretFile.read(file(), PemBlocks.MAX_BYTES);
            return Optional.of(Pem.readCredentials(text));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IdentityException e) {
            throw named(file(), e);
        }
    }

    /**
     * Finds out whether {@link #save} can work, by writing a file that goes again.
     *
     * @throws IOException if the directory cannot be made or written
     */
    public void requireWritable() throws IOException {
        try (DirectoryLock _ = DirectoryLock.take(directory)) {
            Path probe = directory.resolve("probe");
            SecretFile.write(probe, new byte[1]);
            Files.delete(probe);
        }
    }

    /** Replaces the identity in one step; durable on return. */
    public void save(Credentials credentials) throws IOException {
        try (DirectoryLock _ = DirectoryLock.take(directory)) {
            SecretFile.write(file(), Pem.write(credentials));
        }
    }

    /**
     * The list of revoked certificates; empty if none was ever seen.
     *
     * @param authority whose list it has to be
     * @throws IdentityException if it is not signed by the authority or not readable
     */
    public Optional<RevocationList> revoked(X509Certificate authority)
            throws IOException, IdentityException {
        try {
            byte[] bytes = SecretFile.read(revokedFile(), RevocationList.MAX_BYTES);
            RevocationList list = RevocationList.decode(bytes);
            list.verify(authority.getPublicKey());
            return Optional.of(list);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IdentityException e) {
            throw named(revokedFile(), e);
        }
    }

    /**
     * Keeps a list that somebody offers if it is newer than the one there is; durable on return.
     *
     * @return the one that counts now
     * @throws IdentityException if the authority did not sign it, or another one of its version is
     *     kept already; nothing is changed then
     */
    public RevocationList keepRevoked(RevocationList offered, X509Certificate authority)
            throws IOException, IdentityException {
        offered.verify(authority.getPublicKey());
        try (DirectoryLock _ = DirectoryLock.take(directory)) {
            Optional<RevocationList> kept = revokedIfReadable(authority);
            RevocationList counts = kept.isEmpty() ? offered : kept.get().orNewer(offered);
            if (kept.isEmpty() || kept.get() != counts) {
                SecretFile.write(revokedFile(), counts.encode());
            }
            return counts;
        }
    }

    /** A list that is damaged, or of a cluster of before, is replaced by any that is right. */
    private Optional<RevocationList> revokedIfReadable(X509Certificate authority)
            throws IOException {
        try {
            return revoked(authority);
        } catch (IdentityException e) {
            return Optional.empty();
        }
    }

    /** Where this machine joined; empty if it did not join. */
    public Optional<Address> seed() throws IOException, IdentityException {
        try {
            byte[] bytes = SecretFile.read(seedFile(), MAX_SEED_BYTES);
            Optional<Address> address = address(new String(bytes, StandardCharsets.US_ASCII));
            if (address.isEmpty()) {
                throw new IdentityException(seedFile() + " does not hold HOST:PORT");
            }
            return address;
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** Where other daemons were when a program last heard of them; empty if none has. */
    public List<Address> members() {
        List<Address> members = new ArrayList<>();
        try {
            byte[] bytes = SecretFile.read(directory.resolve("members"), MAX_MEMBERS_BYTES);
            for (String line : new String(bytes, StandardCharsets.US_ASCII).lines().toList()) {
                address(line.substring(line.indexOf(' ') + 1)).ifPresent(members::add);
            }
        } catch (IOException | IdentityException e) {
            return List.of(); // it is a help, not a promise
        }
        return members;
    }

    private static Optional<Address> address(String text) {
        Matcher matcher = ADDRESS.matcher(text);
        return matcher.matches() && Integer.parseInt(matcher.group(2)) <= MAX_PORT
                ? Optional.of(new Address(matcher.group(1), Integer.parseInt(matcher.group(2))))
                : Optional.empty();
    }

    /** Notes where this machine joined. */
    public void saveSeed(Address address) throws IOException {
        String text = address.host() + ":" + address.port() + "\n";
        if (!ADDRESS.matcher(text).matches()) {
            throw new IllegalArgumentException("\"" + text.strip() + "\" is not HOST:PORT");
        }
        try (DirectoryLock _ = DirectoryLock.take(directory)) {
            SecretFile.write(seedFile(), text.getBytes(StandardCharsets.US_ASCII));
        }
    }

    /** Whether there is anything of an identity here, readable or not. */
    public boolean exists() {
        return Files.exists(file());
    }

    private Path revokedFile() {
        return directory.resolve("revoked");
    }

    private Path seedFile() {
        return directory.resolve("seed");
    }

    private static IdentityException named(Path file, IdentityException failure) {
        return failure.reason().contains(file.toString())
                ? failure
                : new IdentityException(file + ": " + failure.reason(), failure);
    }
}
