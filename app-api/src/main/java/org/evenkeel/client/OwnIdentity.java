package org.evenkeel.client;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSessionContext;
import org.evenkeel.api.ClusterUnavailableException;
import org.evenkeel.security.identity.Credentials;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.Pem;
import org.evenkeel.security.identity.PemBlocks;
import org.evenkeel.security.identity.RevocationList;
import org.evenkeel.security.tls.ClusterTls;
import org.evenkeel.wire.link.Access;
import org.jspecify.annotations.Nullable;

/**
 * The certificate of this machine or user in a cluster's directory, read again when it changes; and
 * whose certificates the cluster's authority has revoked, as daemons told.
 */
final class OwnIdentity {

    private static final Map<Path, Loaded> LOADED = new ConcurrentHashMap<>();

    private final Path revokedFile;
    private final Credentials own;
    private final SSLContext tls;
    private final Access access;
    private volatile @Nullable RevocationList revoked;

    private record Loaded(FileTime at, OwnIdentity identity) {}

    private OwnIdentity(Path file) throws IOException, IdentityException {
        if (Files.size(file) > PemBlocks.MAX_BYTES) {
            throw new IdentityException("it is too long for a key and two certificates");
        }
        this.revokedFile = file.resolveSibling("revoked");
        this.own = Pem.readCredentials(Files.readAllBytes(file));
        this.revoked = kept();
        this.tls = ClusterTls.context(own, InstantSource.system(), this::isRevoked);
        this.access = Access.byCertificates(tls);
    }

    /**
     * What connections off this machine use; null where there is no certificate.
     *
     * @throws ClusterUnavailableException if there is one that cannot be used
     */
    static @Nullable Access in(Path clusterDirectory) {
        OwnIdentity identity = load(clusterDirectory);
        return identity == null ? null : identity.access;
    }

    /**
     * A daemon has told whose certificates do not count any more. Nothing is changed when the
     * authority did not say so, or nothing is new.
     */
    static void learn(Path clusterDirectory, byte[] list) {
        OwnIdentity identity = load(clusterDirectory);
        if (identity == null || list.length > RevocationList.MAX_BYTES) {
            return;
        }
        try {
            identity.learn(RevocationList.decode(list));
        } catch (IdentityException e) {
            return; // it is not the authority's, or of another version of the same number
        } catch (IOException e) {
            return; // it counts for this program; the next one is told again
        }
    }

    private static @Nullable OwnIdentity load(Path clusterDirectory) {
        Path file = clusterDirectory.resolve("identity").resolve("node.pem");
        try {
            if (!Files.exists(file)) {
                return null;
            }
            FileTime at = Files.getLastModifiedTime(file);
            Loaded loaded = LOADED.get(file);
            if (loaded == null || !loaded.at().equals(at)) {
                loaded = new Loaded(at, new OwnIdentity(file));
                LOADED.put(file, loaded);
            }
            return loaded.identity();
        } catch (IOException e) {
            throw new ClusterUnavailableException(file + " cannot be read: " + e.getMessage());
        } catch (IdentityException e) {
            throw new ClusterUnavailableException(file + ": " + e.reason());
        }
    }

    private boolean isRevoked(BigInteger serial) {
        RevocationList list = revoked;
        return list != null && list.isRevoked(serial);
    }

    /** What an earlier program was told; null where that is nothing, or cannot be read. */
    private @Nullable RevocationList kept() throws IOException {
        try {
            if (!Files.isRegularFile(revokedFile)
                    || Files.size(revokedFile) > RevocationList.MAX_BYTES) {
                return null;
            }
            RevocationList list = RevocationList.decode(Files.readAllBytes(revokedFile));
            list.verify(own.authority().getPublicKey());
            return list;
        } catch (IdentityException e) {
            return null;
        }
    }

    private synchronized void learn(RevocationList told) throws IOException, IdentityException {
        told.verify(own.authority().getPublicKey());
        RevocationList before = revoked;
        RevocationList counts = before == null ? told : before.orNewer(told);
        if (before != null && counts.version() == before.version()) {
            return;
        }
        revoked = counts;
        SSLSessionContext sessions = tls.getClientSessionContext();
        for (byte[] id : Collections.list(sessions.getIds())) {
            SSLSession session = sessions.getSession(id);
            if (session != null) {
                session.invalidate(); // a resumed one would not be looked at
            }
        }
        RevocationList onDisk = kept();
        if (onDisk == null || onDisk.version() < counts.version()) {
            Path fresh = Files.createTempFile(revokedFile.getParent(), "revoked", ".new");
            Files.write(fresh, counts.encode());
            Files.move(fresh, revokedFile, StandardCopyOption.ATOMIC_MOVE);
        }
    }
}
