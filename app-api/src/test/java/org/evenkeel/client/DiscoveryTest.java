package org.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.evenkeel.wire.link.Access;
import org.evenkeel.wire.link.Endpoint;
import org.evenkeel.wire.proto.NodeRef;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where daemons are looked for. */
class DiscoveryTest {

    @TempDir Path state;

    @BeforeEach
    void useOwnState() {
        System.setProperty("evenkeel.state", state.toString());
    }

    @AfterEach
    void forget() {
        System.clearProperty("evenkeel.state");
    }

    private Path node(String name, String json) throws IOException {
        Path cluster = Files.createDirectories(state.resolve("clusters/default"));
        Files.writeString(cluster.resolve("token"), "ab".repeat(32) + "\n");
        Path node = Files.createDirectories(cluster.resolve("nodes").resolve(name));
        Files.writeString(node.resolve("daemon.json"), json);
        return node;
    }

    private static long self() {
        return ProcessHandle.current().pid();
    }

    @Test
    void socketsGoBeforePorts() throws Exception {
        node(
                "n1",
                "{\"node\":\"n1\",\"pid\":%d,\"socket\":\"/x/d.sock\",\"port\":4711}"
                        .formatted(self()));
        node("n2", "{\n \"node\" : \"n2\", \"pid\": %d, \"clientPort\": 4712}".formatted(self()));
        assertThat(new Discovery(null, "default").candidates())
                .extracting(Discovery.Candidate::endpoint)
                .containsExactly(
                        new Endpoint.Unix(Path.of("/x/d.sock")),
                        new Endpoint.Tcp("127.0.0.1", 4711),
                        new Endpoint.Tcp("127.0.0.1", 4712));
    }

    @Test
    void deadAndUnreadableDaemonsAreLeftOut() throws Exception {
        node("n1", "{\"node\":\"n1\",\"pid\":999999999,\"port\":4711}");
        node("n2", "not json");
        node("n3", "{\"node\":\"n3\",\"pid\":%d}".formatted(self()));
        assertThat(new Discovery(null, "default").candidates()).isEmpty();
    }

    @Test
    void namedNodeGoesFirstAndItsNeighboursFollow() throws Exception {
        node("n1", "{\"node\":\"n1\",\"pid\":%d,\"port\":1}".formatted(self()));
        Path named = node("n2", "{\"node\":\"n2\",\"pid\":%d,\"port\":2}".formatted(self()));
        assertThat(new Discovery(named.toString(), "elsewhere").candidates())
                .extracting(Discovery.Candidate::node)
                .containsExactly("n2", "n1");
    }

    @Test
    void addressesAreTakenAsTheyAre() throws Exception {
        node("n1", "{}");
        assertThat(new Discovery("127.0.0.1:99", "default").candidates())
                .singleElement()
                .extracting(Discovery.Candidate::endpoint)
                .isEqualTo(new Endpoint.Tcp("127.0.0.1", 99));
        Path socket = state.resolve("clusters/default/nodes/n1/daemon.sock");
        assertThat(new Discovery("unix:" + socket, "elsewhere").candidates())
                .singleElement()
                .extracting(Discovery.Candidate::endpoint)
                .isEqualTo(new Endpoint.Unix(socket));
    }

    @Test
    void severalAddressesMayBeNamed() throws Exception {
        node("n1", "{}");
        assertThat(new Discovery("127.0.0.1:99, 127.0.0.1:98,127.0.0.1:99", "default").candidates())
                .extracting(Discovery.Candidate::endpoint)
                .containsExactly(
                        new Endpoint.Tcp("127.0.0.1", 99), new Endpoint.Tcp("127.0.0.1", 98));
    }

    private static NodeRef at(String node, int port) {
        return NodeRef.newBuilder().setName(node).setHost("127.0.0.1").setPort(port).build();
    }

    /** A program on another machine knows one address, and its daemon all others. */
    @Test
    void whatADaemonSaysOfOthersIsTriedAfterWhatWasNamed() throws Exception {
        node("n1", "{}");
        Discovery discovery = new Discovery("127.0.0.1:99", "default");
        Access access = discovery.candidates().getFirst().access();
        discovery.learn(List.of(at("n1", 99), at("n2", 98), at("n3", 0)), access);
        assertThat(discovery.candidates())
                .extracting(Discovery.Candidate::endpoint)
                .as("n1 is the one that was named, n3 listens nowhere")
                .containsExactly(
                        new Endpoint.Tcp("127.0.0.1", 99), new Endpoint.Tcp("127.0.0.1", 98));
        discovery.learn(List.of(at("n2", 97)), access);
        assertThat(discovery.candidates())
                .extracting(Discovery.Candidate::endpoint)
                .as("it was started anew")
                .containsExactly(
                        new Endpoint.Tcp("127.0.0.1", 99), new Endpoint.Tcp("127.0.0.1", 97));
    }

    @Test
    void nonsenseIsRefused() {
        for (String text : new String[] {"", "nowhere", "host:", "host:x", "host:70000", ":5"}) {
            assertThatThrownBy(() -> Endpoint.parse(text))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
