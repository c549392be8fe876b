package org.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.Evenkeel;
import org.evenkeel.fake.FakeDaemon;
import org.evenkeel.samples.Work;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A daemon that hangs takes connections, by its system, and says nothing. */
@Timeout(60)
class SilentDaemonTest extends ClientTestBase {

    /** Longer than one of many is waited for. */
    private static final long LATE_MILLIS = 2_000;

    /** Two addresses at which nobody ever speaks. */
    private static final class Silent implements AutoCloseable {
        private final List<ServerSocket> listening = new ArrayList<>();
        private final List<Socket> taken = new ArrayList<>();
        private final AtomicInteger connections = new AtomicInteger();

        /** Announces each address as if it were one node's. */
        Silent(Path state, String node) throws IOException {
            ServerSocket one = listen();
            ServerSocket other = listen();
            Path directory = state.resolve("clusters/default/nodes").resolve(node);
            Files.createDirectories(directory);
            Files.writeString(directory.resolve("daemon.json"), note(node, one));
            Path again = state.resolve("clusters/default/nodes").resolve(node + "-again");
            Files.createDirectories(again);
            Files.writeString(again.resolve("daemon.json"), note(node, other));
        }

        private static String note(String node, ServerSocket at) {
            return "{\"node\":\"%s\",\"pid\":%d,\"host\":\"127.0.0.1\",\"port\":%d}"
                    .formatted(node, ProcessHandle.current().pid(), at.getLocalPort());
        }

        private ServerSocket listen() throws IOException {
            ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            listening.add(socket);
            Thread.ofVirtual()
                    .start(() -> {
                        try {
                            while (true) {
                                taken.add(socket.accept());
                                connections.incrementAndGet();
                            }
                        } catch (IOException e) {
                            // It is closed.
                        }
                    });
            return socket;
        }

        @Override
        public void close() throws IOException {
            for (ServerSocket socket : listening) {
                socket.close();
            }
            for (Socket socket : taken) {
                socket.close();
            }
        }
    }

    /** A machine that is busy answers late. */
    @Test
    void oneThatTheProgramWasToldToTakeIsWaitedFor() throws Exception {
        FakeDaemon busy = daemon("n1");
        daemon("n2");
        CountDownLatch held = new CountDownLatch(1);
        Thread.ofPlatform()
                .daemon()
                .start(() -> {
                    synchronized (busy.lock) {
                        held.countDown();
                        sleep(LATE_MILLIS);
                    }
                });
        held.await();
        String named = state.resolve("clusters/default/nodes/n1").toString();
        Cluster cluster = closedLater(Evenkeel.builder().bundle(state).daemon(named).connect());
        assertThat(cluster.info().node()).isEqualTo("n1");
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void isAskedOnceBeforeOthersAre() throws Exception {
        FakeDaemon first = daemon("n1");
        Cluster cluster = client();
        assertThat(cluster.submit(new Work.Square(3)).get()).isEqualTo(9);
        try (Silent silent = new Silent(state, "n2")) {
            daemon("n3");
            first.close();
            assertThat(cluster.submit(new Work.Square(4)).get()).isEqualTo(16);
            assertThat(silent.connections).hasValue(1);
        }
    }
}
