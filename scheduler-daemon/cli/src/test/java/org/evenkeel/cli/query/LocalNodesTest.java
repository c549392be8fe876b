package org.evenkeel.cli.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.evenkeel.daemon.files.DaemonFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalNodesTest {
    @TempDir Path cluster;

    @Test
    void clusterThatNeverWasHasNoNodes() throws Exception {
        assertThat(LocalNodes.running(cluster.resolve("nowhere"))).isEmpty();
    }

    @Test
    void processIdThatAnotherProgramHasNowIsNoDaemon() throws Exception {
        Path node = Files.createDirectories(cluster.resolve("nodes/n1"));
        new DaemonFile(
                        "n1",
                        ProcessHandle.current().pid(),
                        1,
                        "",
                        "127.0.0.1",
                        1,
                        1,
                        "hybrid",
                        "2026-11-20T00:00:00Z")
                .write(node.resolve(DaemonFile.NAME));
        assertThat(LocalNodes.running(cluster)).isEmpty();
    }

    @Test
    void unreadableFilesAreNoDaemons() throws Exception {
        Path node = Files.createDirectories(cluster.resolve("nodes/n1"));
        Files.writeString(node.resolve(DaemonFile.NAME), "{");
        assertThat(LocalNodes.running(cluster)).isEmpty();
    }

    @Test
    void daemonsAreKnownByTheirMainClass() {
        assertThat(
                        LocalNodes.isDaemon(
                                List.of("java", "-cp", "x", "org.evenkeel.daemon.DaemonMain")))
                .isTrue();
        assertThat(
                        LocalNodes.isDaemon(
                                List.of("java", "org.evenkeel.cli.Main", "daemon", "--node")))
                .isTrue();
        assertThat(LocalNodes.isDaemon(List.of("java", "org.evenkeel.cli.Main", "down"))).isFalse();
        assertThat(LocalNodes.isDaemon(List.of())).isFalse();
    }
}
