package org.evenkeel.hostile;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.cert.X509Certificate;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.evenkeel.security.identity.Credentials;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.tls.ClusterTls;

/**
 * The daemon that is attacked.
 *
 * @param address of its port, which speaks TLS
 * @param socket path of its Unix domain socket
 * @param token what programs of this machine know
 * @param job of somebody else
 * @param deadlineNanos by {@link System#nanoTime}
 * @param latestNanos the same for what has to reach a number
 */
record Target(
        InetSocketAddress address,
        String socket,
        byte[] token,
        long job,
        long deadlineNanos,
        long latestNanos,
        Papers papers,
        Map<String, SSLContext> contexts) {

    /** Longest wait for a word of the daemon. */
    private static final int PATIENCE_MILLIS = 20_000;

    static Target of(
            InetSocketAddress address,
            String socket,
            byte[] token,
            long job,
            long deadlineNanos,
            long latestNanos,
            Papers papers) {
        return new Target(
                address,
                socket,
                token,
                job,
                deadlineNanos,
                latestNanos,
                papers,
                new ConcurrentHashMap<>());
    }

    boolean isRunning() {
        return System.nanoTime() - deadlineNanos < 0;
    }

    /** Whether what has to reach a number goes on: a slow machine takes longer for it. */
    boolean isRunningLonger() {
        return System.nanoTime() - latestNanos < 0;
    }

    /** A connection, and nothing said. */
    Socket connect() throws IOException {
        Socket plain = new Socket();
        plain.connect(address, PATIENCE_MILLIS);
        plain.setSoTimeout(PATIENCE_MILLIS);
        plain.setTcpNoDelay(true);
        return plain;
    }

    /** Through TLS with these papers; empty: with none. */
    Wire tls(String name) throws IOException, IdentityException {
        SSLContext context = contexts.get(name);
        if (context == null) {
            context = context(name);
            contexts.put(name, context);
        }
        Socket plain = connect();
        try {
            SSLSocket socket = ClusterTls.connect(context, plain);
            return new Wire(plain, socket.getInputStream(), socket.getOutputStream());
        } catch (IOException e) {
            plain.close();
            throw e;
        }
    }

    /** Shows these papers and trusts everybody. */
    SSLContext context(String name) throws IOException, IdentityException {
        Optional<Credentials> own =
                name.isEmpty() ? Optional.empty() : Optional.of(papers.of(name));
        return ClusterTls.context(own, new Gullible());
    }

    /** By the Unix domain socket. */
    Wire local() throws IOException {
        return Wire.unix(socket);
    }

    /** Trusts everybody. */
    private static final class Gullible extends javax.net.ssl.X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(
                X509Certificate[] chain, String type, javax.net.ssl.SSLEngine engine) {}

        @Override
        public void checkServerTrusted(
                X509Certificate[] chain, String type, javax.net.ssl.SSLEngine engine) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
