package org.evenkeel.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.awaitility.Awaitility;
import org.evenkeel.chaos.Links.Way;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.NodeRef;
import org.evenkeel.wire.proto.Role;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The forwarder does to links what it is told, and nothing else. */
class FrontTest {

    private static final Way N2_TO_N1 = new Way("n2", "n1");

    private final Links links = new Links();
    private ServerSocket daemon;
    private Front front;

    @BeforeEach
    void start() throws IOException {
        daemon = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
        front = new Front("n1", daemon.getLocalPort(), links);
    }

    @AfterEach
    void stop() throws IOException {
        front.close();
        daemon.close();
    }

    /** Both ends of a link that node n2 dials to n1. */
    private final class Ends implements AutoCloseable {
        final Socket dialler = new Socket(daemon.getInetAddress(), front.port());
        final Socket accepted;

        Ends() throws IOException {
            byte[] hello =
                    Frame.newBuilder()
                            .setHello(
                                    Hello.newBuilder()
                                            .setRole(Role.PEER)
                                            .setNode(NodeRef.newBuilder().setName("n2")))
                            .build()
                            .toByteArray();
            DataOutputStream out = new DataOutputStream(dialler.getOutputStream());
            out.writeInt(hello.length);
            out.write(hello);
            accepted = daemon.accept();
            for (Socket socket : new Socket[] {dialler, accepted}) {
                socket.setSoTimeout(60_000);
            }
        }

        void greet() throws IOException {
            DataInputStream in = new DataInputStream(accepted.getInputStream());
            in.readNBytes(in.readInt());
        }

        @Override
        public void close() throws IOException {
            dialler.close();
            accepted.close();
        }
    }

    private static void say(Socket from, int word) throws IOException {
        from.getOutputStream().write(word);
    }

    private static void assertHears(Socket socket, int word) throws IOException {
        socket.setSoTimeout(60_000);
        assertThat(socket.getInputStream().read()).isEqualTo(word);
    }

    /** The front has what was said, and keeps it. */
    private void assertIsKept(Socket hearer) throws IOException {
        Awaitility.await("a silent way holds bytes back").until(() -> links.waiting() == 1);
        assertThat(hearer.getInputStream().available()).isZero();
    }

    @Test
    void carriesBothWays() throws Exception {
        try (Ends ends = new Ends()) {
            ends.greet();
            say(ends.dialler, 1);
            assertHears(ends.accepted, 1);
            say(ends.accepted, 2);
            assertHears(ends.dialler, 2);
        }
    }

    @Test
    void oneWayIsSilentWhileTheOtherIsNot() throws Exception {
        try (Ends ends = new Ends()) {
            ends.greet();
            links.hang(N2_TO_N1);
            say(ends.dialler, 1);
            assertIsKept(ends.accepted);
            say(ends.accepted, 2);
            assertHears(ends.dialler, 2);
            links.heal(N2_TO_N1);
            assertHears(ends.accepted, 1);
        }
    }

    @Test
    void aCutResetsAndRefusesUntilItIsHealed() throws Exception {
        try (Ends ends = new Ends()) {
            ends.greet();
            links.cut(N2_TO_N1);
            front.reset("n2");
            assertThatThrownBy(() -> ends.dialler.getInputStream().read())
                    .isInstanceOf(IOException.class);
            try (Ends refused = new Ends()) {
                assertThatThrownBy(() -> refused.dialler.getInputStream().read())
                        .isInstanceOf(IOException.class);
            }
            links.heal(N2_TO_N1);
            try (Ends back = new Ends()) {
                back.greet();
                say(back.dialler, 3);
                assertHears(back.accepted, 3);
            }
        }
    }

    @Test
    void otherLinksAreLeftAlone() throws Exception {
        try (Ends ends = new Ends()) {
            ends.greet();
            links.cut(new Way("n3", "n1"));
            front.reset("n3");
            say(ends.dialler, 4);
            assertHears(ends.accepted, 4);
        }
    }
}
