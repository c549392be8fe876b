package org.evenkeel.daemon.admission;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import org.evenkeel.daemon.config.ConfigException;
import org.evenkeel.daemon.config.TlsEngine;
import org.evenkeel.daemon.identity.IdentityFiles;
import org.evenkeel.daemon.net.Tls;
import org.evenkeel.model.NodeId;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.security.identity.Credentials;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.RevocationList;
import org.jspecify.annotations.Nullable;

/** Who a daemon is: what it shows, and whom it does not trust any more. Any thread may use it. */
public final class NodeIdentity {

    private final IdentityFiles files;
    private final Tls tls;
    private volatile @Nullable RevocationList revoked;

    private NodeIdentity(
            IdentityFiles files, Credentials own, InstantSource clock, TlsEngine engine)
            throws IOException, IdentityException {
        this.files = files;
        this.revoked = files.revoked(own.authority()).orElse(null);
        this.tls = new Tls(own, clock, this::isRevoked, engine);
    }

    /**
     * The identity in a cluster's directory; empty where there is none.
     *
     * @param node the name that the daemon is configured to have
     * @throws ConfigException if the certificate is another node's, or no daemon's, or the engine
     *     is not there
     * @throws IOException if it cannot be read
     */
    public static Optional<NodeIdentity> load(
            Path clusterDirectory, NodeId node, InstantSource clock, TlsEngine engine)
            throws IOException, ConfigException {
        IdentityFiles files = new IdentityFiles(clusterDirectory);
        try {
            Optional<Credentials> own = files.load();
            if (own.isEmpty()) {
                return Optional.empty();
            }
            check(files, own.get(), node);
            return Optional.of(new NodeIdentity(files, own.get(), clock, engine));
        } catch (IdentityException e) {
            throw new ConfigException(e.reason());
        }
    }

    private static void check(IdentityFiles files, Credentials own, NodeId node)
            throws ConfigException {
        String name = own.subject().name();
        if (!own.subject().has(CertRole.DAEMON)) {
            throw new ConfigException(
                    ("the certificate in %s belongs to %s, which has no role daemon; join with a "
                                    + "token from \"evenkeel token create --role daemon\"")
                            .formatted(files.file(), own.subject()));
        }
        if (!name.equals(node.name())) {
            throw new ConfigException(
                    ("this node is named %s, but its certificate in %s is for %s; start it with "
                                    + "--node %s")
                            .formatted(node, files.file(), name, name));
        }
    }

    public Tls tls() {
        return tls;
    }

    public Credentials own() {
        return tls.own();
    }

    /** The newest list of revoked certificates; null while there was none. */
    public @Nullable RevocationList revoked() {
        return revoked;
    }

    private boolean isRevoked(BigInteger serial) {
        RevocationList list = revoked;
        return list != null && list.isRevoked(serial);
    }

    /**
     * Shows renewed credentials from now on; durable on return.
     *
     * @throws IdentityException if they cannot be used
     */
    public void renewed(Credentials credentials) throws IOException, IdentityException {
        files.save(credentials);
        tls.show(credentials);
    }

    /**
     * Takes a newer list; durable on return, connections of what it names are being closed then.
     *
     * @return whether it is newer
     * @throws IdentityException if the authority did not sign it
     */
    public synchronized boolean learn(RevocationList offered)
            throws IOException, IdentityException {
        RevocationList before = revoked;
        if (before != null && offered.version() < before.version()) {
            return false;
        }
        RevocationList after = files.keepRevoked(offered, own().authority());
        revoked = after;
        tls.closeRevoked();
        return before == null || after.version() > before.version();
    }

    /** Where this machine joined, to renew there; empty for the one that has the authority. */
    public Optional<org.evenkeel.daemon.config.DaemonConfig.Address> seed()
            throws IOException, IdentityException {
        return files.seed();
    }
}
