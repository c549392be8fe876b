package org.evenkeel.daemon;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.evenkeel.daemon.admission.JoinHandler;
import org.evenkeel.daemon.admission.NodeIdentity;
import org.evenkeel.daemon.admission.Renewal;
import org.evenkeel.daemon.admission.RevocationSpread;
import org.evenkeel.daemon.audit.Audit;
import org.evenkeel.daemon.config.ConfigException;
import org.evenkeel.daemon.config.DaemonConfig;
import org.evenkeel.daemon.config.DaemonConfig.Neighbourhood;
import org.evenkeel.daemon.driver.TimerSource;
import org.evenkeel.daemon.identity.Authority;
import org.evenkeel.daemon.identity.AuthorityFiles;
import org.evenkeel.daemon.identity.TokenBook;
import org.evenkeel.daemon.net.NoRegistrar;
import org.evenkeel.daemon.net.Registrar;
import org.evenkeel.daemon.net.Tls;
import org.evenkeel.daemon.peer.PeerNotifications;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.security.identity.Credentials;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.wire.proto.Frame;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The identity of this daemon and, where its machine has the authority, those of others. */
final class Admission implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Admission.class);
    private static final long CLOSE_SECONDS = 2;
    private static final int MAX_WAITING = 256;

    private final @Nullable NodeIdentity identity;
    private final @Nullable Authority authority;
    private final Registrar registrar;
    private final InstantSource clock;
    private final Executor loop;
    private final ExecutorService elsewhere = elsewhere();

    private Admission(@Nullable NodeIdentity identity, @Nullable TokenBook tokens, Ground ground) {
        this.identity = identity;
        this.authority = ground.authority();
        this.clock = ground.clock();
        this.loop = ground.loop();
        this.registrar =
                authority == null || tokens == null
                        ? new NoRegistrar(
                                "this machine does not hold the cluster's authority: join through the "
                                        + "machine where \"evenkeel cluster init\" ran")
                        : new JoinHandler(
                                authority,
                                tokens,
                                clock,
                                new JoinHandler.Threads(elsewhere, loop),
                                ground.audit());
    }

    private record Ground(
            @Nullable Authority authority, InstantSource clock, Executor loop, Audit audit) {}

    /** What the cluster's directory says, unless TLS is off. */
    static Admission load(DaemonConfig config, Executor loop, Audit audit)
            throws IOException, ConfigException {
        Optional<NodeIdentity> identity =
                config.tls()
                        ? NodeIdentity.load(
                                config.clusterDirectory(),
                                config.node(),
                                config.wallClock(),
                                config.tlsEngine())
                        : Optional.empty();
        if (config.phasing().master()
                && identity.isPresent()
                && !identity.get().own().subject().has(CertRole.MASTER)) {
            throw new ConfigException(
                    "master: this machine's certificate lacks the role master, so no node "
                            + "would follow it. The machine where \"evenkeel cluster init\" ran has that "
                            + "role; another machine gets it by joining with a token from \"evenkeel "
                            + "token create --role master\"");
        }
        AuthorityFiles files = new AuthorityFiles(config.clusterDirectory());
        if (identity.isEmpty() || !files.exists()) {
            return new Admission(
                    identity.orElse(null), null, new Ground(null, config.wallClock(), loop, audit));
        }
        try {
            SecureRandom random = new SecureRandom();
            return new Admission(
                    identity.get(),
                    new TokenBook(files, random),
                    new Ground(Authority.open(files, random), config.wallClock(), loop, audit));
        } catch (IdentityException e) {
            throw new ConfigException(e.reason());
        }
    }

    private static ExecutorService elsewhere() {
        return new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MAX_WAITING),
                Thread.ofPlatform().name("evenkeel-identity").daemon().factory(),
                (work, pool) -> LOG.warn("certificate task queue full; request dropped"));
    }

    /** Whether the cluster's authority is on this machine, and in use. */
    boolean hasAuthority() {
        return authority != null;
    }

    /** Null where there is no identity: everything stays on this machine then. */
    @Nullable Tls tls() {
        return identity == null ? null : identity.tls();
    }

    /** When the certificate that this daemon shows ends; empty without one. */
    Optional<Instant> certificateUntil() {
        return Optional.ofNullable(identity)
                .map(own -> own.own().certificate().getNotAfter().toInstant());
    }

    /** Who joined begins where it joined; empty without an identity. */
    Optional<Neighbourhood.Open> neighbourhood() throws IOException, ConfigException {
        NodeIdentity own = identity;
        if (own == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Neighbourhood.Open(own.seed().stream().toList()));
        } catch (IdentityException e) {
            throw new ConfigException(e.reason());
        }
    }

    Registrar registrar() {
        return registrar;
    }

    /** What clients and daemons are to know of revoked certificates; null while there is none. */
    @Nullable Frame revoked() {
        NodeIdentity own = identity;
        return own == null ? null : RevocationSpread.frame(own);
    }

    /** Begins to renew, and to pass on what is revoked: on the event loop. */
    void start(PeerNotifications peers, TimerSource timers) {
        NodeIdentity own = identity;
        if (own == null) {
            return;
        }
        RevocationSpread spread = new RevocationSpread(own, peers, elsewhere, loop);
        Authority here = authority;
        if (here != null) {
            spread.watch(here, timers);
        }
        new Renewal(
                        own,
                        here == null ? Renewal.bySeed(own, clock) : old -> renewed(here, old),
                        clock,
                        elsewhere)
                .start(timers);
    }

    private Credentials renewed(Authority here, Credentials old)
            throws IOException, IdentityException {
        return Credentials.of(
                old.key(),
                here.renew(old.certificate(), old.certificate().getPublicKey(), clock.instant()),
                here.certificate());
    }

    /** Nothing is written into the cluster's directory afterwards, unless the disk hangs. */
    @Override
    public void close() {
        elsewhere.shutdownNow();
        try {
            if (!elsewhere.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("certificate tasks still running at shutdown; not waiting any longer");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
