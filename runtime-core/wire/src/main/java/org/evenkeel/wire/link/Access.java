package org.evenkeel.wire.link;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLContext;
import org.evenkeel.security.tls.ClusterTls;
import org.jspecify.annotations.Nullable;

/** How this program and a daemon show each other who they are: by a secret, or by certificates. */
public final class Access {

    private final byte[] secret;
    private final @Nullable SSLContext tls;

    private Access(byte[] secret, @Nullable SSLContext tls) {
        this.secret = secret;
        this.tls = tls;
    }

    /** Both know it. */
    public static Access bySecret(byte[] secret) {
        return new Access(secret.clone(), null);
    }

    /** Both have certificates of one cluster. */
    public static Access byCertificates(SSLContext tls) {
        return new Access(ClusterTls.handshakeSecret(), tls);
    }

    /** Connects. */
    public Link connect(Endpoint endpoint) throws IOException {
        return over(endpoint.connect(), endpoint.toString());
    }

    /**
     * Takes over a connected channel in blocking mode.
     *
     * @param name of the link, for messages
     */
    public Link over(SocketChannel channel, String name) throws IOException {
        if (tls == null) {
            return Link.over(channel, name);
        }
        try {
            return Link.over(TlsTransport.over(channel, tls), name);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Whether each side shows a certificate. */
    public boolean isByCertificates() {
        return tls != null;
    }

    byte[] secret() {
        return secret;
    }

    /** Never shows the secret. */
    @Override
    public String toString() {
        return tls == null ? "by secret" : "by certificates";
    }
}
