package org.evenkeel.wire.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import jdk.net.ExtendedSocketOptions;
import org.evenkeel.wire.KeepAlive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class EndpointTest {

    @Test
    @EnabledOnOs(OS.LINUX)
    void theKernelProbesAConnectionOverTcpOnWhichNothingComes() throws Exception {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (ServerSocketChannel listener = ServerSocketChannel.open().bind(any);
                SocketChannel channel =
                        Endpoint.parse("127.0.0.1:" + listener.socket().getLocalPort()).connect()) {
            assertThat(channel.getOption(StandardSocketOptions.SO_KEEPALIVE)).isTrue();
            assertThat(channel.getOption(ExtendedSocketOptions.TCP_KEEPIDLE))
                    .isEqualTo(KeepAlive.IDLE_SECONDS);
            assertThat(channel.getOption(ExtendedSocketOptions.TCP_KEEPINTERVAL))
                    .isEqualTo(KeepAlive.INTERVAL_SECONDS);
            assertThat(channel.getOption(ExtendedSocketOptions.TCP_KEEPCOUNT))
                    .isEqualTo(KeepAlive.PROBES);
        }
    }
}
