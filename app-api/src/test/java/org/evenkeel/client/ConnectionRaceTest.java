package org.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.evenkeel.wire.link.Access;
import org.evenkeel.wire.link.Endpoint;
import org.evenkeel.wire.link.Link;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections to daemons of which some are on machines that have vanished: connecting hangs. */
@Timeout(60)
class ConnectionRaceTest {

    private static final long FOR_EVER_MILLIS = 3_600_000;

    private final CountDownLatch vanished = new CountDownLatch(1);
    private final Semaphore hanging = new Semaphore(0);
    private ServerSocketChannel there;

    @BeforeEach
    void open() throws Exception {
        there = ServerSocketChannel.open();
        there.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    @AfterEach
    void close() throws Exception {
        vanished.countDown();
        there.close();
    }

    private static Discovery.Candidate candidate(String node) {
        return new Discovery.Candidate(
                node, new Endpoint.Tcp("192.0.2.1", 4712), Access.bySecret(new byte[32]));
    }

    private static List<Discovery.Candidate> candidates(String... nodes) {
        return List.of(nodes).stream().map(ConnectionRaceTest::candidate).toList();
    }

    /** What a node's name says becomes of it. */
    private Link connect(Discovery.Candidate candidate) throws IOException {
        if (candidate.node().startsWith("vanished")) {
            hanging.release();
            awaitEnd();
            throw new IOException("timed out");
        }
        if (candidate.node().startsWith("refuses")) {
            throw new IOException("refused");
        }
        return Link.over(SocketChannel.open(there.getLocalAddress()), candidate.node());
    }

    private void awaitEnd() {
        try {
            vanished.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String node(ConnectionRace.Result result) {
        Link link = result.link();
        if (link != null) {
            link.close();
        }
        return result.candidate().node() + (link == null ? " failed" : "");
    }

    @Test
    void oneThatHasVanishedDoesNotHoldUpTheOthers() throws Exception {
        try (ConnectionRace race =
                new ConnectionRace(candidates("vanished", "alive"), this::connect, 1)) {
            assertThat(node(race.next())).isEqualTo("alive");
            vanished.countDown();
            assertThat(node(race.next())).isEqualTo("vanished failed");
            assertThat(race.next()).isNull();
        }
    }

    @Test
    void theBestIsFirstAndOneThatRefusesIsFollowedAtOnce() throws Exception {
        try (ConnectionRace race =
                new ConnectionRace(
                        candidates("refuses", "alive", "vanished"),
                        this::connect,
                        FOR_EVER_MILLIS)) {
            assertThat(node(race.next())).isEqualTo("refuses failed");
            assertThat(node(race.next())).isEqualTo("alive");
        }
        assertThat(hanging.availablePermits()).as("not even tried").isZero();
    }

    @Test
    void onlyAFewAreTriedAtATime() throws Exception {
        String[] many =
                IntStream.range(0, 100).mapToObj(i -> "vanished" + i).toArray(String[]::new);
        try (ConnectionRace race = new ConnectionRace(candidates(many), this::connect, 1)) {
            Thread waits = Thread.ofVirtual().start(() -> take(race));
            hanging.acquire(ConnectionRace.MOST_AT_ONCE);
            assertThat(hanging.availablePermits()).isZero();
            vanished.countDown();
            waits.join();
        }
    }

    private static void take(ConnectionRace race) {
        try {
            assertThat(race.next()).isNotNull();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Nobody takes it any more when it is there. */
    @Test
    void whatIsConnectedTooLateIsClosed() throws Exception {
        ConnectionRace race =
                new ConnectionRace(
                        candidates("late", "refuses"),
                        one -> {
                            if (one.node().equals("refuses")) {
                                throw new IOException("refused");
                            }
                            awaitEnd();
                            return connect(one);
                        },
                        1);
        assertThat(race.next().candidate().node()).isEqualTo("refuses");
        race.close();
        vanished.countDown();
        try (SocketChannel late = there.accept()) {
            assertThat(late.read(ByteBuffer.allocate(1))).isEqualTo(-1);
        }
    }
}
