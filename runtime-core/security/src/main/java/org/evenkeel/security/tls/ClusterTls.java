package org.evenkeel.security.tls;

import java.io.IOException;
import java.math.BigInteger;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Predicate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.evenkeel.security.identity.Credentials;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.Trust;

/** TLS as a cluster speaks it: version 1.3, by the JDK. */
public final class ClusterTls {

    /** The only version. */
    public static final String PROTOCOL = "TLSv1.3";

    /** Stands for the secret of a handshake inside TLS, where certificates have proved more. */
    public static byte[] handshakeSecret() {
        return "evenkeel-tls".getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * The context of a process who connects to daemons of its cluster and knows of none that is
     * revoked.
     *
     * @throws IdentityException if the credentials cannot be used
     */
    public static SSLContext context(Credentials own, InstantSource clock)
            throws IdentityException {
        return context(own, clock, serial -> false);
    }

    /**
     * The context of a process who connects to daemons of its cluster.
     *
     * @param revoked tells by the serial, at each handshake
     * @throws IdentityException if the credentials cannot be used
     */
    public static SSLContext context(
            Credentials own, InstantSource clock, Predicate<BigInteger> revoked)
            throws IdentityException {
        Trust trust = new Trust(own.authority());
        return context(Optional.of(own), new ClusterTrustManager(trust, clock, revoked));
    }

    /**
     * A context for one side.
     *
     * @param own what this side shows; empty: nothing, as who joins
     */
    public static SSLContext context(Optional<Credentials> own, TrustManager trust) {
        try {
            return context(own.isPresent() ? keys(own.get()) : new KeyManager[0], trust);
        } catch (GeneralSecurityException | IOException e) {
            throw lacks(e);
        }
    }

    /** The context of a listener whose credentials may be replaced. */
    public static SSLContext context(CurrentKeys own, TrustManager trust) {
        try {
            return context(new KeyManager[] {own}, trust);
        } catch (GeneralSecurityException e) {
            throw lacks(e);
        }
    }

    private static SSLContext context(KeyManager[] keys, TrustManager trust)
            throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance(PROTOCOL);
        context.init(keys, new TrustManager[] {trust}, null);
        return context;
    }

    private static IllegalStateException lacks(Exception e) {
        return new IllegalStateException("this Java lacks " + PROTOCOL, e);
    }

    /**
     * Speaks TLS as a client on a connected socket; the handshake is complete when it returns.
     *
     * @throws IOException if the other side does not speak it or is not trusted
     */
    public static SSLSocket connect(SSLContext context, Socket socket) throws IOException {
        String host = socket.getInetAddress().getHostAddress();
        SSLSocket tls =
                (SSLSocket)
                        context.getSocketFactory()
                                .createSocket(socket, host, socket.getPort(), true);
        tls.setEnabledProtocols(new String[] {PROTOCOL});
        tls.startHandshake();
        return tls;
    }

    private static KeyManager[] keys(Credentials own) throws GeneralSecurityException, IOException {
        char[] password = new char[0]; // it never leaves the memory
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, password);
        store.setKeyEntry("own", own.key(), password, own.chain().toArray(X509Certificate[]::new));
        KeyManagerFactory factory =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, password);
        return factory.getKeyManagers();
    }
}
