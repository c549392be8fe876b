package org.evenkeel.testcontainers.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import org.junit.jupiter.api.Test;

/** Where an engine publishes ports, wherever the engine is. */
class PublishedPortsTest {
    private static final URI SOCKET = URI.create("unix:///var/run/docker.sock");

    @Test
    void gatewayIsReadFromTheKernelsTable() {
        String routes =
                """
                Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask
                eth0\t0011A8C0\t00000000\t0001\t0\t0\t0\t00FFFFFF
                eth0\t00000000\t0111A8C0\t0003\t0\t0\t0\t00000000
                """;
        assertThat(PublishedPorts.gateway(routes)).contains("192.168.17.1");
        assertThat(PublishedPorts.gateway("Iface\n")).isEmpty();
    }

    @Test
    void engineElsewherePublishesThere() {
        assertThat(PublishedPorts.hosts(URI.create("tcp://engine.example:2376"), null))
                .containsExactly("engine.example");
    }

    @Test
    void whatSomebodySaysIsTriedFirst() {
        assertThat(PublishedPorts.hosts(SOCKET, "10.0.0.9")).startsWith("10.0.0.9", "127.0.0.1");
    }

    @Test
    void firstWayThatWorksIsTaken() throws IOException {
        try (ServerSocket published = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(PublishedPorts.of(SOCKET, "127.0.0.1", 1, published.getLocalPort()))
                    .isEqualTo("127.0.0.1:" + published.getLocalPort());
            assertThat(PublishedPorts.of(SOCKET, "127.0.0.1", published.getLocalPort(), 1))
                    .isEqualTo("127.0.0.1:" + published.getLocalPort());
        }
    }

    @Test
    void whereNoneWorksAllAreNamed() {
        assertThatThrownBy(() -> PublishedPorts.of(SOCKET, "127.0.0.1", 1, 2))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("127.0.0.1")
                .hasMessageContaining("TESTCONTAINERS_HOST_OVERRIDE");
    }
}
