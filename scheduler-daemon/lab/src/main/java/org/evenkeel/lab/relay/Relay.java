package org.evenkeel.lab.relay;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Listens in front of a daemon and passes the bytes of each connection on, both ways, later and
 * more slowly than they came. It knows nothing of what they mean. Bytes stay in order, memory is
 * bounded, a sender that is too fast is held up, the end of one way is passed on while the other
 * continues, and a reset at one side is one at the other.
 *
 * <p>The bandwidth is that of each connection. Connecting itself is not delayed, the first byte is.
 */
public final class Relay implements AutoCloseable {
    private static final int BACKLOG = 128;

    /** Connections at a time; more are closed at once. */
    private static final int MAX_LINKS = 4_096;

    private final InetSocketAddress target;
    private final Shapes shapes;
    private final ServerSocketChannel socket;
    private final Set<RelayedLink> open = ConcurrentHashMap.newKeySet();

    /** What links are like. */
    public interface Shapes {
        /** What a link is like that is dialled from there. */
        RelayLinkShape of(InetAddress dialler);
    }

    private Relay(InetSocketAddress target, Shapes shapes, ServerSocketChannel socket) {
        this.target = target;
        this.shapes = shapes;
        this.socket = socket;
    }

    /**
     * Begins to listen.
     *
     * @param at where; port 0 for one that is free
     * @param target whom connections are passed on to; need not listen yet
     */
    public static Relay listen(InetSocketAddress at, InetSocketAddress target, Shapes shapes)
            throws IOException {
        Relay relay = new Relay(target, shapes, ServerSocketChannel.open().bind(at, BACKLOG));
        Thread.ofPlatform().daemon().name("relay to " + target).start(relay::accept);
        return relay;
    }

    /** Where it listens. */
    public int port() {
        return socket.socket().getLocalPort();
    }

    private void accept() {
        while (true) {
            try {
                SocketChannel dialler = socket.accept();
                Thread.ofVirtual().start(() -> serve(dialler));
            } catch (ClosedChannelException e) {
                return;
            } catch (IOException e) {
                // The dialler has gone already.
            }
        }
    }

    private void serve(SocketChannel dialler) {
        try (dialler;
                SocketChannel listener = SocketChannel.open()) {
            InetAddress from = ((InetSocketAddress) dialler.getRemoteAddress()).getAddress();
            RelayedLink link = new RelayedLink(dialler, listener, shapes.of(from));
            if (open.size() >= MAX_LINKS) {
                return;
            }
            open.add(link);
            try {
                link.run(target);
            } finally {
                open.remove(link);
            }
        } catch (IOException e) {
            // The dialler has gone already, or there are no descriptors left.
        }
    }

    /** Resets all connections; new ones come as before. */
    public void reset() {
        open.forEach(RelayedLink::reset);
    }

    /** Listens no more, and resets all connections. */
    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // It is of no use any more either way.
        }
        reset();
    }
}
