package org.evenkeel.client.link;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.evenkeel.security.tls.ClusterTls;
import org.evenkeel.wire.WireLimits;

/** Bytes through TLS. */
final class TlsTransport implements Transport {

    private static final int CHUNK_BYTES = 64 << 10;

    private final SocketChannel channel;
    private final InputStream in;
    private final OutputStream out;
    private final byte[] chunk = new byte[CHUNK_BYTES];

    private TlsTransport(SocketChannel channel, SSLSocket tls) throws IOException {
        this.channel = channel;
        this.in = tls.getInputStream();
        this.out = tls.getOutputStream();
    }

    /** Shakes hands on a connected channel, for at most as long as a handshake may take. */
    static TlsTransport over(SocketChannel channel, SSLContext context) throws IOException {
        Socket socket = channel.socket();
        socket.setSoTimeout((int) WireLimits.HANDSHAKE_TIMEOUT_MILLIS);
        SSLSocket tls = ClusterTls.connect(context, socket);
        socket.setSoTimeout(0);
        return new TlsTransport(channel, tls);
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        int count = in.read(chunk, 0, Math.min(chunk.length, into.remaining()));
        if (count > 0) {
            into.put(chunk, 0, count);
        }
        return count;
    }

    @Override
    public void write(ByteBuffer from) throws IOException {
        out.write(from.array(), from.arrayOffset() + from.position(), from.remaining());
        from.position(from.limit());
    }

    /** Not by TLS, whose farewell would wait for a writer that is blocked. */
    @Override
    public void close() throws IOException {
        channel.close();
    }
}
