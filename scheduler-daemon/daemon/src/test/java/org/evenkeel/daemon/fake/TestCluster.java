package org.evenkeel.daemon.fake;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.evenkeel.daemon.Daemon;
import org.evenkeel.daemon.config.ConfigKey;
import org.evenkeel.daemon.config.ConfigReader;
import org.evenkeel.daemon.files.ClusterDirectory;

/** Daemons of one cluster inside the test's JVM, with fake worker processes. */
public final class TestCluster implements AutoCloseable {

    private final Path directory;
    private final List<Daemon> daemons = new ArrayList<>();

    public TestCluster(Path directory) {
        this.directory = directory;
    }

    /** Starts a daemon. */
    public Daemon start(String node, int workers, Map<ConfigKey, String> more) throws Exception {
        Map<ConfigKey, String> flags = new EnumMap<>(ConfigKey.class);
        flags.put(ConfigKey.CLUSTER_DIR, directory.toString());
        flags.put(ConfigKey.NODE, node);
        flags.put(ConfigKey.WORKERS, String.valueOf(workers));
        flags.put(ConfigKey.WORKER_USER, "same"); // the authority and root are the test's own
        flags.putAll(more);
        Daemon daemon = Daemon.start(ConfigReader.read(flags, null), new FakeCommand());
        daemons.add(daemon);
        return daemon;
    }

    public byte[] token() throws IOException {
        return new ClusterDirectory(directory).token();
    }

    /** Attaches a client over TCP. */
    public WireSocket client(Daemon daemon, long origin) throws IOException {
        WireSocket socket = open(daemon);
        socket.attach(origin, 0, token());
        return socket;
    }

    /** A connection before its handshake. */
    public WireSocket open(Daemon daemon) throws IOException {
        return WireSocket.connect(daemon.file().host(), daemon.file().port());
    }

    /** Waits until a worker is in a task that hangs; the process id of that worker. */
    public long awaitHanging() {
        return Awaitility.await().until(this::hanging, Optional::isPresent).orElseThrow();
    }

    private Optional<Long> hanging() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.map(one -> one.getFileName().toString())
                    .filter(name -> name.startsWith(FakeWorkerMain.HANGS))
                    .map(name -> Long.valueOf(name.substring(FakeWorkerMain.HANGS.length())))
                    .findFirst();
        } catch (UncheckedIOException e) {
            return Optional.empty(); // something was deleted on the way
        }
    }

    @Override
    public void close() throws IOException {
        for (Daemon daemon : daemons) {
            daemon.close();
        }
    }
}
