package org.evenkeel.it;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Passes connections on to another port of this machine, until it is told to swallow everything: as
 * a network does that loses a machine, it says nothing to anybody from then on.
 */
final class Forwarder implements Closeable {
    private final ServerSocket listening;
    private final int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile boolean swallows;

    Forwarder(int target) throws IOException {
        this.target = target;
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    /** Where connections go. */
    int target() {
        return target;
    }

    /** Whatever comes from now on is lost. */
    void swallow() {
        swallows = true;
    }

    private void accept() {
        try {
            while (true) {
                Socket from = listening.accept();
                sockets.add(from);
                if (!swallows) {
                    Socket to = new Socket(InetAddress.getLoopbackAddress(), target);
                    sockets.add(to);
                    Thread.ofVirtual().start(() -> pass(from, to));
                    Thread.ofVirtual().start(() -> pass(to, from));
                }
            }
        } catch (IOException e) {
            // It is closed.
        }
    }

    private void pass(Socket from, Socket to) {
        byte[] bytes = new byte[8192];
        try {
            for (int n = from.getInputStream().read(bytes);
                    n >= 0;
                    n = from.getInputStream().read(bytes)) {
                if (!swallows) {
                    to.getOutputStream().write(bytes, 0, n);
                }
            }
            if (!swallows) {
                to.close();
            }
        } catch (IOException e) {
            // One side is closed; the other hears of it unless everything is swallowed.
            if (!swallows) {
                close(to);
            }
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is closed.
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        sockets.forEach(Forwarder::close);
    }
}
