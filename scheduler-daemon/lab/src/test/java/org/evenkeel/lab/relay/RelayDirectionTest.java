package org.evenkeel.lab.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When bytes come through, to the nanosecond, by a clock that moves when somebody waits. */
@Timeout(120)
class RelayDirectionTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Steps clock = new Steps();
    private final SocketChannel[] in = new SocketChannel[2];
    private final SocketChannel[] out = new SocketChannel[2];

    /** Time passes only while somebody waits for it. */
    private static final class Steps implements RelayClock {
        private long now = 7;
        private int waits;

        @Override
        public synchronized long nanos() {
            return now;
        }

        @Override
        public synchronized void awaitNanos(long due) {
            now = Math.max(now, due);
            waits++;
        }

        synchronized long passed() {
            return now - 7;
        }
    }

    @BeforeEach
    void connect() throws Exception {
        connect(in);
        connect(out);
    }

    private static void connect(SocketChannel[] ends) throws Exception {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(any)) {
            ends[0] = SocketChannel.open(server.getLocalAddress());
            ends[1] = server.accept();
        }
    }

    @AfterEach
    void close() throws Exception {
        for (SocketChannel one : new SocketChannel[] {in[0], in[1], out[0], out[1]}) {
            one.close();
        }
    }

    private static byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        new Random(count).nextBytes(bytes);
        return bytes;
    }

    /** All of it and its end, read before anything is passed on. */
    private void carry(RelayDirection relayDirection, byte[] bytes) throws Exception {
        in[0].write(ByteBuffer.wrap(bytes));
        in[0].shutdownOutput();
        relayDirection.read(in[1]);
        relayDirection.write(out[0]);
        assertThat(out[1].socket().getInputStream().readAllBytes()).isEqualTo(bytes);
    }

    @Test
    void aByteComesAfterTheDelay() throws Exception {
        carry(new RelayDirection(new RelayLinkShape(20 * MILLI, 0, 0), clock), bytes(1));
        assertThat(clock.passed()).isEqualTo(20 * MILLI);
    }

    @Test
    void jitterIsAddedToTheDelay() throws Exception {
        carry(new RelayDirection(new RelayLinkShape(20 * MILLI, 10 * MILLI, 0), clock), bytes(1));
        assertThat(clock.passed()).isBetween(20 * MILLI, 30 * MILLI);
    }

    @Test
    void bytesTakeAsLongAsTheBandwidthSaysAndTheDelay() throws Exception {
        carry(
                new RelayDirection(new RelayLinkShape(50 * MILLI, 0, 128 << 10), clock),
                bytes(32 << 10));
        assertThat(clock.passed()).isEqualTo(SECOND / 4 + 50 * MILLI);
        assertThat(clock.waits).as("pieces and the end").isGreaterThanOrEqualTo(3);
    }

    /** So that a sender that waits for nothing fills it. */
    @Test
    void aLinkHoldsWhatIsOnItsWayAtItsBandwidth() {
        RelayLinkShape far = new RelayLinkShape(50 * MILLI, 10 * MILLI, 8 << 20);
        assertThat(SECOND * far.windowBytes())
                .isGreaterThanOrEqualTo(far.bytesPerSecond() * 60 * MILLI);
    }

    /** Otherwise a receiver that stands still would fill the relay. */
    @Test
    void aSenderIsHeldUpWhileNothingIsPassedOnAndGoesOnThen() throws Exception {
        RelayLinkShape shape = new RelayLinkShape(MILLI, 0, 1 << 20);
        byte[] much = bytes(16 << 20);
        RelayDirection relayDirection = new RelayDirection(shape, clock);
        Thread sender =
                start(() -> {
                    in[0].write(ByteBuffer.wrap(much));
                    in[0].shutdownOutput();
                });
        Thread reader = start(() -> relayDirection.read(in[1]));
        Awaitility.await("no room")
                .atMost(LIMIT)
                .until(() -> reader.getState() == Thread.State.WAITING);
        Thread writer = start(() -> relayDirection.write(out[0]));
        assertThat(out[1].socket().getInputStream().readAllBytes()).isEqualTo(much);
        for (Thread one : new Thread[] {sender, reader, writer}) {
            assertThat(one.join(LIMIT)).isTrue();
        }
        assertThat(clock.passed()).isGreaterThanOrEqualTo(16 * SECOND);
    }

    /** Something that may fail. */
    private interface Step {
        void run() throws Exception;
    }

    private static Thread start(Step step) {
        return Thread.ofPlatform()
                .daemon()
                .start(() -> {
                    try {
                        step.run();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                });
    }
}
