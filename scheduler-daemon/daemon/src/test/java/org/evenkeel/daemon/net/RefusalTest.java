package org.evenkeel.daemon.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ConnectTimeoutException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import org.junit.jupiter.api.Test;

/** A connection that fails says that a process is gone only when it was refused. */
class RefusalTest {

    private static IOException refused() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        try (SocketChannel channel = SocketChannel.open()) {
            channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            throw new AssertionError("somebody listens at a port that was closed just now");
        } catch (ConnectException e) {
            return e;
        }
    }

    @Test
    void aRefusedConnectionIsARefusal() throws Exception {
        assertThat(Refusal.is(refused())).isTrue();
    }

    @Test
    void oneThatNettyHasPutItsAddressToIsOne() throws Exception {
        ConnectException annotated = new ConnectException("at an address");
        annotated.initCause(refused());
        assertThat(Refusal.is(annotated)).isTrue();
    }

    @Test
    void aTimeOutOrALostRouteIsNone() {
        assertThat(Refusal.is(new ConnectException("Connection timed out"))).isFalse();
        assertThat(Refusal.is(new ConnectException("Transport endpoint is not connected")))
                .isFalse();
        assertThat(Refusal.is(new ConnectTimeoutException("connection timed out"))).isFalse();
        assertThat(Refusal.is(new NoRouteToHostException("No route to host"))).isFalse();
        assertThat(Refusal.is(null)).isFalse();
    }
}
