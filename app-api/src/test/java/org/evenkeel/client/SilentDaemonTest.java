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
import org.evenkeel.wire.link.Handshake;
import org.evenkeel.wire.proto.Role;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A daemon that hangs takes connections, by its system, and says nothing. */
@Timeout(120)
class SilentDaemonTest extends ClientTestBase {

    /** Two addresses at which nobody ever speaks. */
    private static final class Silent implements AutoCloseable {
        private final List<ServerSocket> listening = new ArrayList<>();
        private final List<Socket> taken = new ArrayList<>();

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

        boolean isMeant(String attempt) {
            return listening.stream()
                    .anyMatch(each -> attempt.startsWith("127.0.0.1:" + each.getLocalPort()));
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

    private final List<String> attempts = new ArrayList<>();

    /** How long each daemon was given, milliseconds. */
    private final List<Long> given = new ArrayList<>();

    /** The node that takes the client. */
    private String dial(String named, Dialer.Limits limits) throws Exception {
        Dialer.Handshaker handshaker =
                (link, access, speaker, limitMillis) -> {
                    given.add(limitMillis);
                    return Handshake.speak(link, access, speaker, limitMillis);
                };
        Dialer dialer = new Dialer(new Discovery(named, "default"), limits, handshaker);
        Handshake.Speaker speaker = new Handshake.Speaker(Role.CLIENT, 5, 0);
        Dialer.Dialled dialled = dialer.round(speaker, each -> true, attempts, () -> false);
        dialled.link().close();
        return dialled.welcome().getNode().getName();
    }

    /** A machine that is busy answers late. */
    @Test
    void oneThatTheProgramWasToldToTakeGetsTheFullTime() throws Exception {
        daemon("n1");
        daemon("n2");
        String named = state.resolve("clusters/default/nodes/n1").toString();
        assertThat(dial(named, new Dialer.Limits(60_000, 1, 60_000))).isEqualTo("n1");
        assertThat(given).containsExactly(60_000L);
        assertThat(attempts).isEmpty();
    }

    @Test
    void isAskedOnceBeforeOthersAre() throws Exception {
        try (Silent silent = new Silent(state, "n2")) {
            daemon("n3");
            assertThat(dial(null, new Dialer.Limits(20_000, 400, 20_000))).isEqualTo("n3");
            // The other may be late, too; but it was asked before the silent one was again.
            assertThat(attempts.getFirst()).startsWith("127.0.0.1:").contains("did not answer for");
            assertThat(given.getFirst()).isEqualTo(400);
            assertThat(attempts.stream().skip(1).limit(1)).noneMatch(silent::isMeant);
        }
    }
}
