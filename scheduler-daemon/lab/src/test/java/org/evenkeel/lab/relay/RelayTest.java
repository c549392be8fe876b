package org.evenkeel.lab.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bytes come later and more slowly than without a relay, and nothing else is changed. */
@Timeout(120)
class RelayTest {
    private static final long MILLI = 1_000_000;

    private final InetAddress here = InetAddress.getLoopbackAddress();
    private ServerSocket daemon;

    @BeforeEach
    void listen() throws IOException {
        daemon = new ServerSocket(0, 16, here);
    }

    @AfterEach
    void stop() throws IOException {
        daemon.close();
    }

    private Relay relay(RelayLinkShape shape) throws IOException {
        return Relay.listen(
                new InetSocketAddress(here, 0),
                new InetSocketAddress(here, daemon.getLocalPort()),
                dialler -> shape);
    }

    /** Both ends of a connection. */
    private final class Ends implements AutoCloseable {
        final Socket dialler;
        final Socket accepted;

        Ends(int port) throws IOException {
            dialler = new Socket(here, port);
            accepted = daemon.accept();
            for (Socket socket : new Socket[] {dialler, accepted}) {
                socket.setTcpNoDelay(true);
                socket.setSoTimeout(60_000);
            }
        }

        /** The shortest of the times of some round trips. */
        long roundTripNanos() throws IOException {
            long shortest = Long.MAX_VALUE;
            for (int i = 0; i < 5; i++) {
                long start = System.nanoTime();
                dialler.getOutputStream().write(i);
                accepted.getOutputStream().write(accepted.getInputStream().read() + 100);
                assertThat(dialler.getInputStream().read()).isEqualTo(i + 100);
                shortest = Math.min(shortest, System.nanoTime() - start);
            }
            return shortest;
        }

        @Override
        public void close() throws IOException {
            dialler.close();
            accepted.close();
        }
    }

    @Test
    void roundTripTakesTwiceTheDelayAtLeast() throws Exception {
        try (Relay relay = relay(new RelayLinkShape(20 * MILLI, 0, 0));
                Ends ends = new Ends(relay.port())) {
            assertThat(ends.roundTripNanos()).isGreaterThanOrEqualTo(2 * 20 * MILLI);
        }
    }

    @Test
    void jitterIsAddedAndBytesStayInOrder() throws Exception {
        try (Relay relay = relay(new RelayLinkShape(MILLI, 10 * MILLI, 0));
                Ends ends = new Ends(relay.port())) {
            for (int i = 0; i < 100; i++) {
                ends.dialler.getOutputStream().write(i);
            }
            byte[] heard = ends.accepted.getInputStream().readNBytes(100);
            for (int i = 0; i < 100; i++) {
                assertThat(heard[i]).isEqualTo((byte) i);
            }
            assertThat(ends.roundTripNanos()).isGreaterThanOrEqualTo(2 * MILLI);
        }
    }

    @Test
    void noMoreThanTheBandwidthComesThrough() throws Exception {
        byte[] much = bytes(1 << 20);
        try (Relay relay = relay(new RelayLinkShape(0, 0, 2 << 20));
                Ends ends = new Ends(relay.port())) {
            long start = System.nanoTime();
            Thread sender = Thread.ofVirtual().start(() -> say(ends.dialler, much));
            assertThat(ends.accepted.getInputStream().readNBytes(much.length)).isEqualTo(much);
            sender.join();
            assertThat((System.nanoTime() - start) / 1e9)
                    .as("seconds for half of what is carried in one")
                    .isGreaterThan(0.49);
        }
    }

    @Test
    void aFarLinkIsNoWiderThanItsBandwidthSays() throws Exception {
        byte[] much = bytes(4 << 20);
        try (Relay relay = relay(new RelayLinkShape(50 * MILLI, 0, 8 << 20));
                Ends ends = new Ends(relay.port())) {
            long start = System.nanoTime();
            Thread sender = Thread.ofVirtual().start(() -> say(ends.dialler, much));
            assertThat(ends.accepted.getInputStream().readNBytes(much.length)).isEqualTo(much);
            sender.join();
            assertThat((System.nanoTime() - start) / 1e9).isGreaterThan(0.54);
        }
    }

    @Test
    void bothWaysCarryMuchAtATime() throws Exception {
        byte[] much = bytes(8 << 20);
        try (Relay relay = relay(new RelayLinkShape(5 * MILLI, MILLI, 0));
                Ends ends = new Ends(relay.port())) {
            Thread one = Thread.ofVirtual().start(() -> say(ends.dialler, much));
            Thread other = Thread.ofVirtual().start(() -> say(ends.accepted, much));
            byte[] there = ends.accepted.getInputStream().readNBytes(much.length);
            byte[] back = ends.dialler.getInputStream().readNBytes(much.length);
            one.join();
            other.join();
            assertThat(there).isEqualTo(much);
            assertThat(back).isEqualTo(much);
        }
    }

    @Test
    void theEndOfOneWayIsPassedOnAndTheOtherGoesOn() throws Exception {
        try (Relay relay = relay(new RelayLinkShape(5 * MILLI, 0, 0));
                Ends ends = new Ends(relay.port())) {
            ends.dialler.getOutputStream().write(7);
            ends.dialler.shutdownOutput();
            InputStream in = ends.accepted.getInputStream();
            assertThat(in.read()).isEqualTo(7);
            assertThat(in.read()).isEqualTo(-1);
            ends.accepted.getOutputStream().write(8);
            assertThat(ends.dialler.getInputStream().read()).isEqualTo(8);
            ends.accepted.shutdownOutput();
            assertThat(ends.dialler.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void resetOfOneSideIsOneOfTheOther() throws Exception {
        try (Relay relay = relay(new RelayLinkShape(5 * MILLI, 0, 0));
                Ends ends = new Ends(relay.port())) {
            ends.roundTripNanos();
            ends.accepted.setSoLinger(true, 0);
            ends.accepted.close();
            assertThatThrownBy(
                            () -> {
                                if (ends.dialler.getInputStream().read() < 0) {
                                    throw new IOException("its end");
                                }
                            })
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void linksCanBeBrokenAndMadeAgain() throws Exception {
        try (Relay relay = relay(new RelayLinkShape(MILLI, 0, 0))) {
            try (Ends ends = new Ends(relay.port())) {
                ends.roundTripNanos();
                relay.reset();
                assertThatThrownBy(() -> ends.dialler.getInputStream().read())
                        .isInstanceOf(IOException.class)
                        .isNotInstanceOf(SocketTimeoutException.class);
            }
            try (Ends ends = new Ends(relay.port())) {
                ends.roundTripNanos();
            }
        }
    }

    @Test
    void whereNobodyListensTheDiallerIsHungUpOn() throws Exception {
        InetSocketAddress nobody = new InetSocketAddress(here, 1); // a reserved port
        try (Relay relay =
                Relay.listen(
                        new InetSocketAddress(here, 0), nobody, dialler -> RelayLinkShape.NONE)) {
            try (Socket dialler = new Socket(here, relay.port())) {
                dialler.setSoTimeout(60_000);
                assertThatThrownBy(
                                () -> {
                                    if (dialler.getInputStream().read() < 0) {
                                        throw new IOException("its end");
                                    }
                                })
                        .isInstanceOf(IOException.class)
                        .isNotInstanceOf(SocketTimeoutException.class);
            }
        }
    }

    private static byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        new Random(count).nextBytes(bytes);
        return bytes;
    }

    private static void say(Socket from, byte[] bytes) {
        try {
            from.getOutputStream().write(bytes);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
