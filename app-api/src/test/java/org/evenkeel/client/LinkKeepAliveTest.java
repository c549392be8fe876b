package org.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.evenkeel.wire.link.Endpoint;
import org.evenkeel.wire.link.Link;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A link whose other side says nothing is closed; the other side of this one is a plain socket. */
class LinkKeepAliveTest {
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicInteger pings = new AtomicInteger();
    private ServerSocket listening;
    private Link link;
    private Socket other;

    @BeforeEach
    void connect() throws Exception {
        listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        link = Link.connect(new Endpoint.Tcp("127.0.0.1", listening.getLocalPort()));
        other = listening.accept();
    }

    @AfterEach
    void close() throws Exception {
        over.set(true);
        link.close();
        other.close();
        listening.close();
    }

    private void watch(Runnable ping) {
        LinkKeepAlive.Patience patience =
                new LinkKeepAlive.Patience(Duration.ofMillis(100), Duration.ofMillis(400));
        new LinkKeepAlive(patience, () -> link, ping, over::get).start();
    }

    @Test
    void silenceEndsTheLinkAfterPingsInVain() throws Exception {
        watch(pings::incrementAndGet);
        assertThat(other.getInputStream().read()).as("its end").isEqualTo(-1);
        assertThat(pings.get()).isPositive();
    }

    @Test
    void whoAnswersPingsIsNotSilent() throws Exception {
        CountDownLatch many = new CountDownLatch(10);
        watch(() -> {
            try {
                other.getOutputStream().write(new byte[] {0, 0, 0, 0});
                many.countDown();
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        Thread reader =
                Thread.ofVirtual()
                        .start(() -> {
                            try {
                                while (link.read() != null) {
                                    pings.incrementAndGet();
                                }
                            } catch (java.io.IOException e) {
                                // It is closed.
                            }
                        });
        many.await(); // ten times the silence that is permitted before a ping
        assertThat(reader.isAlive()).isTrue();
        assertThat(pings.get()).isPositive();
    }
}
