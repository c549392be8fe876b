package org.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.evenkeel.wire.link.Link;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A link whose other side says nothing is closed; the other side of this one is a plain socket. The
 * test moves the clock, which begins at the machine's.
 */
class LinkKeepAliveTest {
    private static final Duration EVERY = Duration.ofSeconds(10);
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final byte[] EMPTY_FRAME = {0, 0, 0, 0};

    private final AtomicLong now = new AtomicLong(System.nanoTime());
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicInteger pings = new AtomicInteger();
    private ServerSocket listening;
    private Link link;
    private Socket other;
    private LinkKeepAlive keepAlive;

    @BeforeEach
    void connect() throws Exception {
        listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        SocketChannel channel = SocketChannel.open(listening.getLocalSocketAddress());
        link = Link.over(channel, "test", now::get);
        other = listening.accept();
        keepAlive = watch(LIMIT, pings::incrementAndGet);
    }

    @AfterEach
    void close() throws Exception {
        over.set(true);
        link.close();
        other.close();
        listening.close();
    }

    private LinkKeepAlive watch(Duration limit, Runnable ping) {
        LinkKeepAlive watch =
                new LinkKeepAlive(
                        new LinkKeepAlive.Patience(EVERY, limit), () -> link, ping, over::get);
        watch.check(now.get());
        return watch;
    }

    private void pass(Duration time) {
        keepAlive.check(now.addAndGet(time.toNanos()));
    }

    private void assertOpen() throws IOException {
        link.write(EMPTY_FRAME, EMPTY_FRAME.length);
        assertThat(other.getInputStream().readNBytes(EMPTY_FRAME.length)).isEqualTo(EMPTY_FRAME);
    }

    @Test
    void silenceEndsTheLinkAfterPingsInVain() throws Exception {
        pass(EVERY.minusNanos(1));
        assertThat(pings).hasValue(0);
        pass(Duration.ofNanos(1));
        assertThat(pings).hasValue(1);
        pass(EVERY);
        pass(EVERY);
        assertThat(pings).as("after the silence that is permitted").hasValue(3);
        assertOpen();
        pass(Duration.ofNanos(1));
        assertThat(pings).hasValue(3);
        assertThat(other.getInputStream().read()).as("its end").isEqualTo(-1);
    }

    @Test
    void whoAnswersPingsIsNotSilent() throws Exception {
        keepAlive = watch(LIMIT, this::answer);
        for (int i = 1; i <= 10; i++) { // three times the limit
            pass(EVERY);
            assertThat(pings).hasValue(i);
        }
        assertOpen();
    }

    private void answer() {
        try {
            other.getOutputStream().write(EMPTY_FRAME);
            assertThat(link.read()).isEmpty();
            pings.incrementAndGet();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void whoStoodStillAsksBeforeItEndsTheLink() throws Exception {
        pass(LIMIT.multipliedBy(2));
        assertThat(pings).hasValue(1);
        assertOpen();
        pass(EVERY);
        assertThat(other.getInputStream().read()).as("its end").isEqualTo(-1);
    }

    @Test
    void checksByItself() {
        LinkKeepAlive.Patience patience =
                new LinkKeepAlive.Patience(Duration.ofMillis(1), Duration.ofDays(1));
        new LinkKeepAlive(patience, () -> link, pings::incrementAndGet, over::get).start();
        await().atMost(Duration.ofMinutes(1)).until(() -> pings.get() > 1);
    }
}
