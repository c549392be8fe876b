package org.evenkeel.daemon.fake;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands before a daemon: its first connection gets no answer, later ones are passed on. */
public final class LateOnce implements AutoCloseable {
    private final ServerSocket server;
    private final InetSocketAddress daemon;
    private final AtomicInteger connections = new AtomicInteger();

    private LateOnce(ServerSocket server, InetSocketAddress daemon) {
        this.server = server;
        this.daemon = daemon;
    }

    /** Listens at a free port of the daemon's address. */
    public static LateOnce before(InetSocketAddress daemon) throws IOException {
        LateOnce late = new LateOnce(new ServerSocket(0, 50, daemon.getAddress()), daemon);
        Thread.ofVirtual().start(late::accept);
        return late;
    }

    public int port() {
        return server.getLocalPort();
    }

    /** Connections that came so far. */
    public int connections() {
        return connections.get();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = server.accept();
                if (connections.getAndIncrement() > 0) {
                    Socket there = new Socket(daemon.getAddress(), daemon.getPort());
                    Thread.ofVirtual().start(() -> copy(client, there));
                    Thread.ofVirtual().start(() -> copy(there, client));
                }
            }
        } catch (IOException e) {
            // closed
        }
    }

    private static void copy(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            // one side has ended; the other one is closed
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
