package org.evenkeel.daemon.net;

import io.netty.channel.Channel;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.math.BigInteger;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.evenkeel.daemon.config.TlsEngine;
import org.evenkeel.daemon.metrics.ReaderCheck;
import org.evenkeel.security.identity.Credentials;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.Trust;
import org.evenkeel.security.identity.Verdict;
import org.evenkeel.security.tls.ClusterTls;
import org.evenkeel.security.tls.ClusterTrustManager;
import org.evenkeel.security.tls.CurrentKeys;
import org.evenkeel.wire.WireLimits;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TLS on the connections of this daemon. The credentials may be replaced while it runs: connections
 * made from then on show the new ones. Any thread may use it.
 */
public final class Tls {

    private static final Logger LOG = LoggerFactory.getLogger(Tls.class);

    private final ClusterTrustManager trust;
    private final Predicate<BigInteger> revoked;
    private final SslProvider provider;
    private final HandshakeThread handshakes = new HandshakeThread();
    private final Map<FrameConnection, X509Certificate> open = new ConcurrentHashMap<>();
    private volatile Side side;

    /** Both directions with one pair of key and certificate. */
    private record Side(Credentials own, SslContext server, SslContext client) {}

    /**
     * @param revoked asked by the serial, at every handshake
     * @throws IdentityException if the credentials cannot be used, or the engine is not there
     */
    public Tls(
            Credentials own, InstantSource clock, Predicate<BigInteger> revoked, TlsEngine engine)
            throws IdentityException {
        this.revoked = revoked;
        this.provider = provider(engine);
        this.trust = new ClusterTrustManager(new Trust(own.authority()), clock, revoked);
        this.side = side(own);
    }

    /** What this daemon shows. */
    public Credentials own() {
        return side.own();
    }

    /**
     * Shows other credentials, of the same authority, from now on.
     *
     * @throws IdentityException if they cannot be used
     */
    public void show(Credentials renewed) throws IdentityException {
        side = side(renewed);
    }

    private static SslProvider provider(TlsEngine engine) throws IdentityException {
        if (engine == TlsEngine.JDK) {
            return SslProvider.JDK;
        }
        boolean there = OpenSsl.isAvailable();
        if (engine == TlsEngine.AUTO) {
            LOG.info("TLS implementation: {}", there ? OpenSsl.versionString() : "Java");
            return there ? SslProvider.OPENSSL : SslProvider.JDK;
        }
        if (!there) {
            throw new IdentityException(
                    "tls-engine: openssl is not available on this machine ("
                            + OpenSsl.unavailabilityCause().getMessage()
                            + "); remove the key to use Java's own");
        }
        return SslProvider.OPENSSL;
    }

    private Side side(Credentials own) throws IdentityException {
        X509Certificate[] chain = own.chain().toArray(X509Certificate[]::new);
        try {
            return new Side(
                    own,
                    SslContextBuilder.forServer(own.key(), chain)
                            .sslProvider(provider)
                            .protocols(ClusterTls.PROTOCOL)
                            .trustManager(trust)
                            .clientAuth(ClientAuth.OPTIONAL) // who joins has none
                            .build(),
                    SslContextBuilder.forClient()
                            .sslProvider(provider)
                            .protocols(ClusterTls.PROTOCOL)
                            .keyManager(own.key(), chain)
                            .trustManager(trust)
                            .endpointIdentificationAlgorithm(null) // by certificate, not by address
                            .build());
        } catch (SSLException e) {
            throw new IdentityException("TLS rejects these credentials", e);
        }
    }

    /** Permits metrics to those who may look at the cluster. */
    public ReaderCheck observers() {
        return new ObserverCheck(ClusterTls.context(new CurrentKeys(this::own), trust), trust);
    }

    SslHandler server(Channel channel) {
        return limited(
                side.server().newHandler(channel.alloc(), handshakes.forOne(channel::isOpen)));
    }

    SslHandler client(Channel channel) {
        return limited(
                side.client().newHandler(channel.alloc(), handshakes.forOne(channel::isOpen)));
    }

    /** A handshake is complete: the connection is closed when its certificate is revoked. */
    void opened(FrameConnection frameConnection) {
        if (frameConnection.authenticatedPeer().transportIdentity()
                instanceof TransportIdentity.Certified one) {
            open.put(frameConnection, one.certificate());
            frameConnection.whenClosed(() -> open.remove(frameConnection));
        }
    }

    /** Closes what revoked certificates opened; to be called when there are new ones. */
    public void closeRevoked() {
        open.forEach((frameConnection, certificate) -> {
            if (revoked.test(certificate.getSerialNumber())) {
                frameConnection.onLoop(() -> frameConnection.refuse("the certificate is revoked"));
            }
        });
    }

    private static SslHandler limited(SslHandler handler) {
        handler.setHandshakeTimeoutMillis(WireLimits.HANDSHAKE_TIMEOUT_MILLIS);
        return handler;
    }

    /**
     * Who is at the other end of a connection whose TLS handshake is complete.
     *
     * @throws IdentityException if its certificate came to be refused since
     */
    TransportIdentity caller(SslHandler handler) throws IdentityException {
        List<X509Certificate> chain = new ArrayList<>();
        try {
            for (Certificate one : handler.engine().getSession().getPeerCertificates()) {
                chain.add((X509Certificate) one);
            }
        } catch (SSLPeerUnverifiedException e) {
            return new TransportIdentity.Nameless();
        }
        return switch (trust.judge(chain)) {
            case Verdict.Valid valid ->
                    new TransportIdentity.Certified(valid.subject(), valid.certificate());
            case Verdict.Expired late ->
                    new TransportIdentity.Lapsed(late.subject(), late.certificate());
            case Verdict.Refused refused -> throw new IdentityException(refused.reason());
        };
    }
}
