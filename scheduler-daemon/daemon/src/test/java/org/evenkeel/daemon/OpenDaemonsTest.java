package org.evenkeel.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.evenkeel.daemon.config.ConfigKey;
import org.evenkeel.daemon.fake.TestCluster;
import org.evenkeel.daemon.fake.WireSocket;
import org.evenkeel.daemon.files.PrivateFiles;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Frame.BodyCase;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.NodeRef;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.Role;
import org.evenkeel.wire.proto.Welcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Daemons that come one after the other, each in a directory of its own as on machines of their
 * own; all they share is the token.
 */
@Timeout(120)
class OpenDaemonsTest {

    private static final Pattern NEIGHBOUR =
            Pattern.compile("\"name\":\"(\\w+)\",\"up\":(true|false)");

    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final Map<ConfigKey, String> BRIEF =
            Map.of(ConfigKey.HOLDER_LEASE, "2s", ConfigKey.OWNER_LEASE, "3s");

    /** A port at which nothing listens: without a name, and reserved. */
    private static final int NEVER_USED = 1;

    @TempDir Path directory;
    private final Map<String, TestCluster> machines = new HashMap<>();

    @AfterEach
    void close() throws Exception {
        for (TestCluster machine : machines.values()) {
            machine.close();
        }
    }

    private TestCluster machine(String node) throws Exception {
        TestCluster machine = machines.get(node);
        if (machine == null) {
            Path place = directory.resolve(node);
            if (!node.equals("n1")) {
                machine("n1");
                PrivateFiles.createDirectories(place);
                Files.copy(directory.resolve("n1/token"), place.resolve("token"));
            }
            machine = new TestCluster(place);
            machines.put(node, machine);
            machine.token(); // made by the first who asks
        }
        return machine;
    }

    private Daemon start(String node, String seeds) throws Exception {
        return start(node, seeds, Map.of());
    }

    private Daemon start(String node, String seeds, Map<ConfigKey, String> more) throws Exception {
        Map<ConfigKey, String> configKeys = new EnumMap<>(ConfigKey.class);
        configKeys.put(ConfigKey.SEEDS, seeds);
        configKeys.putAll(more);
        return machine(node).start(node, 0, configKeys);
    }

    private static String address(Daemon daemon) {
        return daemon.file().host() + ":" + daemon.file().port();
    }

    /**
     * One that is known before anything listens there, and that no other program takes meanwhile:
     * the host is this process's own.
     */
    private static String freeAddress() throws Exception {
        long pid = ProcessHandle.current().pid();
        String host = "127.%d.%d.7".formatted(100 + (pid >> 8) % 100, pid & 0xFF);
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(host))) {
            return host + ":" + socket.getLocalPort();
        }
    }

    private WireSocket observer(Daemon daemon) throws Exception {
        String node = daemon.file().node();
        WireSocket socket = machine(node).open(daemon);
        socket.greet(Hello.newBuilder().setRole(Role.OBSERVER), machine(node).token());
        return socket;
    }

    private List<String> neighbours(Daemon daemon) throws Exception {
        try (WireSocket socket = observer(daemon)) {
            socket.send(Frame.newBuilder().setQuery(Query.newBuilder().setWhat("nodes")).build());
            String json = socket.readUntil(BodyCase.QUERY_REPLY).getQueryReply().getJson();
            List<String> found = new ArrayList<>();
            Matcher neighbour = NEIGHBOUR.matcher(json);
            while (neighbour.find()) {
                found.add(neighbour.group(1) + (neighbour.group(2).equals("true") ? "" : " down"));
            }
            return found;
        }
    }

    private void awaitNeighbours(Daemon daemon, String... expected) {
        Awaitility.await(daemon.file().node())
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(20))
                .untilAsserted(
                        () -> assertThat(neighbours(daemon)).containsExactlyInAnyOrder(expected));
    }

    @Test
    void whoKnowsOneAddressFindsEverybody() throws Exception {
        Daemon first = start("n1", "");
        assertThat(neighbours(first)).isEmpty();
        Daemon second = start("n2", address(first));
        Daemon third = start("n3", address(first));
        awaitNeighbours(first, "n2", "n3");
        awaitNeighbours(second, "n1", "n3");
        awaitNeighbours(third, "n1", "n2");
        Daemon fourth = start("n0", address(third));
        awaitNeighbours(fourth, "n1", "n2", "n3");
        awaitNeighbours(first, "n0", "n2", "n3");
    }

    @Test
    void itsOwnAddressAmongTheSeedsIsPassedOver() throws Exception {
        String own = freeAddress();
        Daemon first = start("n1", own, Map.of(ConfigKey.LISTEN, own));
        Daemon second = start("n2", own);
        awaitNeighbours(second, "n1");
        awaitNeighbours(first, "n2");
    }

    @Test
    void seedsMayComeLaterAndNameEachOther() throws Exception {
        String one = freeAddress();
        String two = freeAddress();
        Daemon second = start("n2", one, Map.of(ConfigKey.LISTEN, two));
        Daemon first = start("n1", two, Map.of(ConfigKey.LISTEN, one));
        awaitNeighbours(second, "n1");
        awaitNeighbours(first, "n2");
    }

    @Test
    @Tag("extended")
    void whoLeavesIsNoNeighbourAndWhoCrashesIsOneForALease() throws Exception {
        Daemon first = start("n1", "", BRIEF);
        Daemon second = start("n2", address(first));
        Daemon third = start("n3", address(first));
        awaitNeighbours(first, "n2", "n3");
        awaitNeighbours(second, "n1", "n3");
        second.leave("the test wants it");
        second.ended().join();
        second.close();
        awaitNeighbours(first, "n3");
        long before = System.nanoTime();
        third.close();
        awaitNeighbours(first);
        assertThat(System.nanoTime() - before).isGreaterThan(LEASE.toNanos());
    }

    @Test
    void whoComesBackSomewhereElseIsLinkedAgain() throws Exception {
        Daemon first = start("n1", "");
        Daemon second = start("n2", address(first));
        awaitNeighbours(first, "n2");
        second.close();
        awaitNeighbours(first, "n2 down");
        Daemon again = start("n2", address(first));
        awaitNeighbours(first, "n2");
        awaitNeighbours(again, "n1");
    }

    @Test
    void theClusterFindsTogetherWhenItsOnlySeedHasForgottenEverybody() throws Exception {
        String seed = freeAddress();
        Daemon first = start("n1", "", Map.of(ConfigKey.LISTEN, seed));
        Daemon second = start("n2", seed);
        Daemon third = start("n3", seed);
        awaitNeighbours(first, "n2", "n3");
        first.close();
        awaitNeighbours(second, "n1 down", "n3");
        Daemon again = start("n1", "", Map.of(ConfigKey.LISTEN, seed));
        awaitNeighbours(again, "n2", "n3");
        awaitNeighbours(third, "n1", "n2");
    }

    /** The lower name has forgotten the higher one, and nobody is there to tell it. */
    @Test
    void theHigherNameConnectsWhenTheLowerOneDoesNot() throws Exception {
        Daemon first = start("n1", "");
        String two = freeAddress();
        Daemon second = start("n2", address(first), Map.of(ConfigKey.LISTEN, two));
        Daemon third = start("n3", address(first));
        awaitNeighbours(second, "n1", "n3");
        second.close();
        first.close();
        Daemon again = start("n2", "", Map.of(ConfigKey.LISTEN, two));
        awaitNeighbours(again, "n3");
        assertThat(neighbours(third)).contains("n2");
    }

    @Test
    @Tag("extended")
    void whoIsOnlyHeardOfIsDroppedAgainWhenNobodyIsThere() throws Exception {
        Daemon first = start("n1", "", BRIEF);
        long before = System.nanoTime();
        try (ServerSocket mute = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Welcome welcome = ask(first, ref("a9", NEVER_USED), ref("mute", mute.getLocalPort()));
            assertThat(welcome.getNode().getName()).isEqualTo("n1");
            assertThat(welcome.getMembersList())
                    .extracting(NodeRef::getName)
                    .contains("n1", "mute");
            awaitNeighbours(first);
            assertThat(System.nanoTime() - before).isGreaterThan(LEASE.toNanos());
        }
    }

    @Test
    void aPeerThatMeansAnotherNodeIsRefused() throws Exception {
        Daemon first = start("n1", "");
        try (WireSocket socket = machine("n1").open(first)) {
            Hello.Builder hello = peer(ref("n2", 1)).setMeans("n7");
            Frame answer = socket.greet(hello, machine("n1").token());
            assertThat(answer.getRefused().getReason()).isEqualTo("this is n1, not n7");
        }
    }

    private static NodeRef.Builder ref(String name, int port) {
        return NodeRef.newBuilder()
                .setName(name)
                .setIncarnation(5)
                .setHost("127.0.0.1")
                .setPort(port);
    }

    private static Hello.Builder peer(NodeRef.Builder node) {
        return Hello.newBuilder().setRole(Role.PEER).setNode(node);
    }

    /** Asks who is there as a node that tells of others, which is not there itself. */
    private Welcome ask(Daemon daemon, NodeRef.Builder speaker, NodeRef.Builder other)
            throws Exception {
        try (WireSocket socket = machine("n1").open(daemon)) {
            Hello.Builder hello = peer(speaker).setAsksWho(true).addMembers(other);
            return socket.greet(hello, machine("n1").token()).getWelcome();
        }
    }
}
