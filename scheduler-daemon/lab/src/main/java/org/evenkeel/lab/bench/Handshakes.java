package org.evenkeel.lab.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.evenkeel.security.identity.Credentials;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.tls.ClusterTls;

/** Measures full TLS handshakes with daemons, one after the other. */
final class Handshakes {

    private static final int ROUNDS = 100;

    /** For each way the median in microseconds; empty without TLS. */
    static List<OptionalDouble> medianMicros(List<WaysRun.Way> ways) throws IOException {
        double[][] micros = new double[ways.size()][ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < micros.length; i++) {
                Credentials certified = ways.get(i).certified();
                if (certified != null) {
                    micros[i][round] = micros(certified, ways.get(i).port());
                }
            }
        }
        return IntStream.range(0, micros.length)
                .mapToObj(i ->
                        ways.get(i).certified() == null
                                ? OptionalDouble.empty()
                                : OptionalDouble.of(Figure.median(micros[i])))
                .toList();
    }

    /** With a context of its own, which remembers no session to resume. */
    private static double micros(Credentials certified, int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setTcpNoDelay(true);
            SSLContext context = ClusterTls.context(certified, InstantSource.system());
            long start = System.nanoTime();
            try (SSLSocket tls = ClusterTls.connect(context, socket)) {
                int first = tls.getInputStream().read(); // the daemon took the certificate
                if (first < 0) {
                    throw new IOException("the daemon closed the connection");
                }
                return (System.nanoTime() - start) / 1e3;
            }
        } catch (IdentityException e) {
            throw new IOException(e.reason(), e);
        }
    }
}
