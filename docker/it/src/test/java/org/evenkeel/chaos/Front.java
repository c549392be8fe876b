package org.evenkeel.chaos;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where a daemon says it listens: a TCP forwarder in front of it, through which every link of its
 * peers, and those of clients that know its address, must pass. It reads in a link's first words
 * who has dialled, and then lets {@link Links} say what becomes of it.
 */
final class Front implements AutoCloseable {

    private final String node;
    private final int daemonPort;
    private final Links links;
    private final ServerSocket socket;
    private final Set<FrontLink> open = ConcurrentHashMap.newKeySet();

    /**
     * @param node whose front it is
     * @param daemonPort where the daemon really listens
     */
    Front(String node, int daemonPort, Links links) throws IOException {
        this.node = node;
        this.daemonPort = daemonPort;
        this.links = links;
        this.socket = new ServerSocket(0, 128, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().name("front of " + node).start(this::accept);
    }

    int port() {
        return socket.getLocalPort();
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket dialler = socket.accept();
                Thread.ofVirtual().start(() -> serve(dialler));
            } catch (IOException e) {
                // Closed, or the dialler has gone already.
            }
        }
    }

    private void serve(Socket dialler) {
        Socket daemon = new Socket();
        FrontLink link = new FrontLink(node, dialler, daemon, links);
        open.add(link);
        try {
            daemon.connect(new InetSocketAddress(socket.getInetAddress(), daemonPort), 3_000);
            dialler.setTcpNoDelay(true);
            daemon.setTcpNoDelay(true);
            link.run();
        } catch (IOException e) {
            // Nobody listens there now.
        } finally {
            link.reset();
            open.remove(link);
        }
    }

    /** Resets every link of this dialler. */
    void reset(String dialler) {
        open.stream().filter(link -> link.isFrom(dialler)).forEach(FrontLink::reset);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // It is of no use any more either way.
        }
        open.forEach(FrontLink::reset);
    }
}
