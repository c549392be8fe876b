package org.evenkeel.hostile;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;

/**
 * Connections that are opened and left; the oldest is given up for another one.
 *
 * @param most held at a time
 * @param perSecond opened, at most
 */
record HalfOpenConnections(int most, double perSecond) implements Attack {

    private static final String HELD = "held_at_a_time";

    /** The first bytes of a TLS handshake of 512 bytes. */
    private static final byte[] BEGINNING = {22, 3, 1, 2, 0, 1};

    @Override
    public void run(Target target, Random random, Tally tally) throws Exception {
        Deque<SocketChannel> held = new ArrayDeque<>();
        Pace pace = new Pace(perSecond);
        try {
            while (target.isRunning()) {
                pace.next();
                try {
                    SocketChannel one = SocketChannel.open(target.address());
                    held.addLast(one);
                    tally.add("opened");
                    if (random.nextBoolean()) {
                        one.write(ByteBuffer.wrap(BEGINNING));
                    }
                } catch (IOException e) {
                    tally.add("not_taken");
                }
                if (held.size() > most) {
                    held.removeFirst().close();
                }
                tally.add(HELD, Math.max(0, held.size() - tally.get(HELD)));
            }
        } finally {
            for (SocketChannel one : held) {
                one.close();
            }
        }
    }
}
