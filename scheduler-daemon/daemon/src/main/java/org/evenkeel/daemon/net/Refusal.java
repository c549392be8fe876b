package org.evenkeel.daemon.net;

import io.netty.channel.ConnectTimeoutException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * Tells a refused connection (ECONNREFUSED: the machine answers, and no process listens there) from
 * every other way in which a connection may fail, which says nothing of the process.
 *
 * <p>Java has one exception for ECONNREFUSED, ETIMEDOUT and ENOTCONN, and the system's words, in
 * the language of the process, tell them apart. So a connection is refused once on purpose to learn
 * these words.
 */
final class Refusal {

    private static final String USUAL = "Connection refused";

    /** Learnt when it is needed first. */
    private static final class Words {
        static final String REFUSED = learn();

        private static String learn() {
            try {
                int closed;
                try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                    closed = free.getLocalPort();
                }
                try (SocketChannel channel = SocketChannel.open()) {
                    channel.connect(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), closed));
                }
                return USUAL; // another process listens there already
            } catch (ConnectException e) {
                String words = e.getMessage();
                return words == null ? USUAL : words;
            } catch (IOException e) {
                return USUAL;
            }
        }
    }

    /** Whether this is why a connection was not made. */
    static boolean is(@Nullable Throwable failure) {
        if (!(failure instanceof ConnectException) || failure instanceof ConnectTimeoutException) {
            return false;
        }
        Throwable cause = failure.getCause() == null ? failure : failure.getCause(); // Netty's own
        String words = cause.getMessage();
        return words != null && words.startsWith(Words.REFUSED);
    }
}
