package org.evenkeel.hostile;

import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import javax.net.ssl.SSLEngine;
import org.evenkeel.security.tls.ClusterTls;

/**
 * Begins TLS handshakes: the first words, which cost the attacker nothing and the daemon a
 * signature; every eighth one to its end, without a certificate.
 *
 * @param perSecond at most
 */
record HandshakeFlood(double perSecond) implements Attack {

    private static final int WHOLE_EVERY = 8;

    @Override
    public void run(Target target, Random random, Tally tally) throws Exception {
        byte[] firstWords = firstWords(target);
        Pace pace = new Pace(perSecond);
        for (long count = 1; target.isRunning(); count++) {
            pace.next();
            try {
                if (count % WHOLE_EVERY == 0) {
                    target.tls("").close();
                    tally.add("whole");
                    continue;
                }
                try (Socket socket = target.connect()) {
                    socket.getOutputStream().write(firstWords);
                    if (socket.getInputStream().read() >= 0) {
                        tally.add("answered");
                    }
                }
            } catch (IOException e) {
                tally.add("closed");
            }
        }
    }

    private static byte[] firstWords(Target target) throws Exception {
        SSLEngine engine = target.context("").createSSLEngine();
        engine.setUseClientMode(true);
        engine.setEnabledProtocols(new String[] {ClusterTls.PROTOCOL});
        ByteBuffer out = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        engine.beginHandshake();
        engine.wrap(ByteBuffer.allocate(0), out);
        return Arrays.copyOf(out.array(), out.position());
    }
}
