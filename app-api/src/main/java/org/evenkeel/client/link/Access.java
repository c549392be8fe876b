package org.evenkeel.client.link;

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
        if (tls == null) {
            return Link.connect(endpoint);
        }
        SocketChannel channel = endpoint.connect();
        try {
            return Link.over(TlsTransport.over(channel, tls), endpoint.toString());
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
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
