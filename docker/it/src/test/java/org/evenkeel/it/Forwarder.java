package org.evenkeel.it;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Passes connections on to another port of this machine. Told to swallow everything, it acts like a
 * network that loses a machine: it passes nothing on, and closes and refuses nothing. Told to
 * refuse, it closes all connections and its port, until it listens again.
 */
final class Forwarder implements Closeable {
    private volatile ServerSocket listening;
    private final int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile boolean swallows;

    Forwarder(int target) throws IOException {
        this(0, target);
    }

    /**
     * @param port a reserved one, so that no process takes it while it is closed
     */
    Forwarder(int port, int target) throws IOException {
        this.target = target;
        this.listening = open(port);
    }

    private ServerSocket open(int port) throws IOException {
        ServerSocket opened = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(() -> accept(opened));
        return opened;
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

    /** Closes all connections; refuses others from now on. */
    void refuse() throws IOException {
        listening.close();
        sockets.forEach(Forwarder::close);
    }

    /** Passes connections on again. */
    void listenAgain() throws IOException {
        listening = open(listening.getLocalPort());
    }

    private void accept(ServerSocket at) {
        try {
            while (true) {
                Socket from = at.accept();
                sockets.add(from);
                if (!swallows) {
                    connect(from);
                }
            }
        } catch (IOException e) {
            // It is closed.
        }
    }

    private void connect(Socket from) {
        try {
            Socket to = new Socket(InetAddress.getLoopbackAddress(), target);
            sockets.add(to);
            Thread.ofVirtual().start(() -> pass(from, to));
            Thread.ofVirtual().start(() -> pass(to, from));
        } catch (IOException e) {
            close(from); // no process listens there now
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
