package org.evenkeel.lab.relay;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CountDownLatch;

/** A connection through a relay: two sockets, and a lane for each way. */
final class RelayedLink {
    private static final int WAYS = 2;

    private final SocketChannel dialler;
    private final SocketChannel listener;
    private final RelayDirection there;
    private final RelayDirection back;
    private final CountDownLatch open = new CountDownLatch(WAYS);

    RelayedLink(SocketChannel dialler, SocketChannel listener, RelayLinkShape shape) {
        this.dialler = dialler;
        this.listener = listener;
        this.there = new RelayDirection(shape, RelayClock.SYSTEM);
        this.back = new RelayDirection(shape, RelayClock.SYSTEM);
    }

    /** Carries bytes until both sides have nothing more to say, or one is lost. */
    void run(InetSocketAddress target) {
        try {
            listener.connect(target);
            dialler.setOption(StandardSocketOptions.TCP_NODELAY, true);
            listener.setOption(StandardSocketOptions.TCP_NODELAY, true);
            begin(() -> there.read(dialler));
            begin(() -> back.read(listener));
            begin(() -> finish(there, listener));
            begin(() -> finish(back, dialler));
            open.await();
            close();
        } catch (IOException e) {
            reset(); // no process listens there now
        } catch (InterruptedException e) {
            reset();
            Thread.currentThread().interrupt();
        }
    }

    private void finish(RelayDirection relayDirection, SocketChannel to)
            throws IOException, InterruptedException {
        relayDirection.write(to);
        open.countDown();
    }

    /** A part of the work, for a thread of its own. */
    private interface Step {
        void run() throws IOException, InterruptedException;
    }

    private void begin(Step step) {
        Thread.ofVirtual()
                .start(() -> {
                    try {
                        step.run();
                    } catch (IOException e) {
                        reset();
                    } catch (InterruptedException e) {
                        reset();
                        Thread.currentThread().interrupt();
                    }
                });
    }

    /** Ends it so that both sides see a reset; what is on its way is lost. */
    void reset() {
        // First of all: lanes that stop release the sockets, which would be closed in order.
        for (SocketChannel socket : new SocketChannel[] {dialler, listener}) {
            try {
                socket.setOption(StandardSocketOptions.SO_LINGER, 0);
            } catch (IOException e) {
                // It is closed already.
            }
        }
        there.stop();
        back.stop();
        close();
        open.countDown();
        open.countDown();
    }

    private void close() {
        for (SocketChannel socket : new SocketChannel[] {dialler, listener}) {
            try {
                socket.close();
            } catch (IOException e) {
                // It is of no use any more either way.
            }
        }
    }
}
