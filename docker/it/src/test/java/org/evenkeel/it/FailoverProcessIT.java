package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.evenkeel.Evenkeel;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.it.StartedNodes.Setup;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs on machines without a daemon: each knows one HOST:PORT and the cluster's token, and
 * nothing of the directories of the daemons.
 */
class FailoverProcessIT {
    private static final Pattern PORT = Pattern.compile("\"port\"\\s*:\\s*(\\d+)");

    @TempDir Path machine;

    @BeforeEach
    void onAnotherMachine() {
        System.setProperty("evenkeel.state", machine.toString());
        System.setProperty("evenkeel.ping-limit", "3000");
    }

    @AfterEach
    void here() {
        System.clearProperty("evenkeel.state");
        System.clearProperty("evenkeel.ping-limit");
    }

    private StartedNodes three() throws Exception {
        StartedNodes nodes =
                StartedNodes.start(
                        Setup.of(3, 1)
                                .flags("--ping-every", "1s", "--ping-limit", "3s")
                                .flags("--holder-lease", "2s", "--owner-lease", "3s"));
        Path cluster = Files.createDirectories(machine.resolve("clusters/default"));
        Files.copy(nodes.directory.resolve("token"), cluster.resolve("token"));
        return nodes;
    }

    private static int port(StartedNodes nodes, String node) throws Exception {
        String note =
                Files.readString(
                        nodes.directory.resolve("nodes").resolve(node).resolve("daemon.json"));
        Matcher port = PORT.matcher(note);
        assertThat(port.find()).as(note).isTrue();
        return Integer.parseInt(port.group(1));
    }

    private static Cluster client(int port) {
        return Evenkeel.builder().daemon("127.0.0.1:" + port).bundle(Home.code()).connect();
    }

    private static List<TaskHandle<Long>> submit(Cluster cluster) {
        List<TaskHandle<Long>> handles = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            handles.add(cluster.submit(new Work.Square(i, 100)));
        }
        return handles;
    }

    private static void check(StartedNodes nodes, List<TaskHandle<Long>> handles) throws Exception {
        for (int i = 0; i < handles.size(); i++) {
            assertThat(handles.get(i).get(StartedNodes.LIMIT))
                    .as(nodes::logs)
                    .isEqualTo((long) i * i);
        }
    }

    @Test
    void aClientGoesOnAtADaemonThatItsOwnHadNamed() throws Exception {
        try (StartedNodes nodes = three();
                Cluster first = client(port(nodes, "n1"));
                Cluster second = client(port(nodes, "n2"))) {
            List<TaskHandle<Long>> mine = submit(first);
            List<TaskHandle<Long>> others = submit(second);
            mine.getFirst().get(StartedNodes.LIMIT);
            nodes.kill("n1");
            check(nodes, mine);
            check(nodes, others);
            assertThat(first.info().node()).isIn("n2", "n3");
        }
    }

    @Test
    void aMachineThatVanishesWithoutAWordIsNoticedByBothSides() throws Exception {
        System.setProperty("evenkeel.ping-limit", "4000");
        try (StartedNodes nodes = three();
                Forwarder network = new Forwarder(port(nodes, "n1"));
                Cluster client = client(network.port())) {
            List<TaskHandle<Long>> handles = submit(client);
            handles.getFirst().get(StartedNodes.LIMIT);
            network.swallow();
            Awaitility.await("n1 has noticed that its client is gone")
                    .atMost(StartedNodes.LIMIT)
                    .until(() -> nodes.logs().contains("silent for"));
            check(nodes, handles);
        } finally {
            System.clearProperty("evenkeel.ping-limit");
        }
    }
}
