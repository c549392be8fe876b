package org.evenkeel.daemon.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.evenkeel.daemon.Daemon;
import org.evenkeel.daemon.config.ConfigKey;
import org.evenkeel.daemon.fake.TestCluster;
import org.evenkeel.daemon.fake.WireSocket;
import org.evenkeel.wire.KeepAlive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The kernel's own list of connections tells which timer of them runs, and until when. */
@Timeout(60)
@EnabledOnOs(OS.LINUX)
class KeepAliveTest {

    // Columns of the list.
    private static final int LOCAL = 1;
    private static final int REMOTE = 2;
    private static final int STATE = 3;
    private static final int TIMER = 5;

    private static final String ESTABLISHED = "01";
    private static final String KEEP_ALIVE = "02";
    private static final double TICKS_PER_SECOND = 100;

    @TempDir Path directory;

    /** The seconds until the next probe on each connection that has such a port in this column. */
    private static List<Double> probes(int column, List<Daemon> daemons) {
        List<String> ends =
                daemons.stream()
                        .map(one -> String.format(Locale.ROOT, ":%04X", one.file().port()))
                        .toList();
        return Stream.of("/proc/net/tcp", "/proc/net/tcp6")
                .map(Path::of)
                .filter(Files::exists)
                .flatMap(KeepAliveTest::lines)
                .map(line -> line.strip().split("\\s+"))
                .filter(words -> words[STATE].equals(ESTABLISHED))
                .filter(words -> ends.stream().anyMatch(words[column]::endsWith))
                .map(words -> words[TIMER].split(":"))
                .filter(timer -> timer[0].equals(KEEP_ALIVE))
                .map(timer -> Long.parseLong(timer[1], 16) / TICKS_PER_SECOND)
                .toList();
    }

    private static Stream<String> lines(Path file) {
        try {
            return Files.readAllLines(file).stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void awaitProbes(int column, Daemon... daemons) {
        List<Double> seconds =
                Awaitility.await()
                        .until(() -> probes(column, List.of(daemons)), found -> !found.isEmpty());
        assertThat(seconds).allMatch(one -> one <= KeepAlive.IDLE_SECONDS);
    }

    @Test
    void aDaemonProbesItsCallersAndThoseThatItDials() throws Exception {
        try (TestCluster cluster = new TestCluster(directory)) {
            Daemon first = cluster.start("n1", 0, Map.of(ConfigKey.NEIGHBOURS, "n2"));
            try (WireSocket client = cluster.client(first, 5)) {
                awaitProbes(LOCAL, first);
                assertThat(client).isNotNull();
            }
            Daemon second = cluster.start("n2", 0, Map.of(ConfigKey.NEIGHBOURS, "n1"));
            awaitProbes(REMOTE, first, second); // one of them dials the other
        }
    }
}
