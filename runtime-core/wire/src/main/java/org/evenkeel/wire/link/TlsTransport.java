package org.evenkeel.wire.link;

import java.io.IOException;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.evenkeel.security.tls.ClusterTls;
import org.evenkeel.wire.WireLimits;

/** Bytes through TLS. */
final class TlsTransport {
    /** Shakes hands on a connected channel, for at most as long as a handshake may take. */
    static Transport over(SocketChannel channel, SSLContext context) throws IOException {
        Socket socket = channel.socket();
        socket.setSoTimeout((int) WireLimits.HANDSHAKE_TIMEOUT_MILLIS);
        SSLSocket tls = ClusterTls.connect(context, socket);
        socket.setSoTimeout(0);
        return new StreamTransport(tls.getInputStream(), tls.getOutputStream(), channel);
    }
}
