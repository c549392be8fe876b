package org.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.evenkeel.daemon.files.ClusterDirectory;
import org.evenkeel.daemon.files.DaemonFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which daemons a command asks, and in which order. */
class KnownDaemonsTest {

    @TempDir Path state;
    private Path cluster;

    @BeforeEach
    void makeCluster() throws Exception {
        cluster = Files.createDirectories(state.resolve("clusters/default"));
    }

    private void join() throws Exception {
        Path identity = Files.createDirectories(cluster.resolve("identity"));
        write(identity.resolve("node.pem"), "");
        write(identity.resolve("seed"), "192.0.2.7:4712\n");
        write(identity.resolve("members"), "n7 192.0.2.7:4712\nn8 192.0.2.8:4713\nn9 x\n");
    }

    private static void write(Path file, String text) throws Exception {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private List<String> known(@Nullable String named) throws Exception {
        return new KnownDaemons(cluster, named)
                .all().stream()
                        .map(KnownDaemons.FoundDaemon::daemon)
                        .map(daemon -> daemon.host() + ":" + daemon.port() + daemon.socket())
                        .toList();
    }

    @Test
    void nothingIsKnownWhereNothingRunsAndNothingWasJoined() throws Exception {
        assertThat(known(null)).isEmpty();
        assertThat(known("")).isEmpty();
    }

    @Test
    void aMachineThatHasJoinedKnowsTheOthers() throws Exception {
        join();
        assertThat(known(null)).containsExactly("192.0.2.7:4712", "192.0.2.8:4713");
        assertThat(new KnownDaemons(cluster, null).isJoined()).isTrue();
    }

    @Test
    void whatTheEnvironmentNamesGoesFirst() throws Exception {
        join();
        assertThat(known("192.0.2.8:4713, host.example:1"))
                .containsExactly("192.0.2.8:4713", "host.example:1", "192.0.2.7:4712");
    }

    @Test
    void directoriesAndSocketsAreOfTheClusterAboveThem() throws Exception {
        Path other = state.resolve("clusters/other");
        new ClusterDirectory(other).token();
        Path node = Files.createDirectories(other.resolve("nodes/n1"));
        new DaemonFile("n1", 1, 1, "/x/d.sock", "127.0.0.1", 9, 1, "", "")
                .write(node.resolve(DaemonFile.NAME));
        assertThat(new KnownDaemons(cluster, node + ",unix:" + node.resolve("d.sock")).all())
                .extracting(KnownDaemons.FoundDaemon::clusterDirectory)
                .containsExactly(other, other);
        assertThat(known(node.toString())).containsExactly("127.0.0.1:9/x/d.sock");
    }

    @Test
    void directoryWithoutADaemonIsPassedBy() throws Exception {
        Path stopped = Files.createDirectories(state.resolve("nodes/n1"));
        Path running = Files.createDirectories(state.resolve("nodes/n2"));
        new DaemonFile("n2", 1, 1, "/x/d.sock", "127.0.0.1", 9, 1, "", "")
                .write(running.resolve(DaemonFile.NAME));
        assertThat(known(stopped + "," + running)).containsExactly("127.0.0.1:9/x/d.sock");
        assertThat(known(stopped + ",192.0.2.8:4713")).containsExactly("192.0.2.8:4713");
        assertThatThrownBy(() -> known(stopped + "," + state))
                .hasMessageContaining("where no daemon runs")
                .hasMessageContaining(stopped.resolve(DaemonFile.NAME).toString())
                .hasMessageContaining(state.resolve(DaemonFile.NAME).toString());
    }

    @Test
    void whatIsNoDaemonIsNamed() {
        assertThatThrownBy(() -> known("192.0.2.8"))
                .hasMessageContaining("EVENKEEL_DAEMON")
                .hasMessageContaining(
                        "\"192.0.2.8\" is not HOST:PORT; write for example 192.0.2.7:4712");
        assertThatThrownBy(() -> known(state.toString()))
                .hasMessageContaining("where no daemon runs")
                .hasMessageContaining(state.resolve(DaemonFile.NAME).toString());
    }
}
