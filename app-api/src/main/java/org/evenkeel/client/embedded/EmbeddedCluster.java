package org.evenkeel.client.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.evenkeel.api.ClusterUnavailableException;
import org.evenkeel.api.EmbeddedOptions;
import org.evenkeel.client.Discovery;
import org.jspecify.annotations.Nullable;

/**
 * Daemons and their workers as child processes, in a directory of their own that goes with them,
 * unless the options name one, which remains.
 *
 * <p>They end when this is closed, when the JVM ends in order (a shutdown hook), and when it ends
 * in any other way (their standard input ends with it).
 */
public final class EmbeddedCluster implements AutoCloseable {

    /** All daemons must be ready after this time, milliseconds. */
    private static final long READY_MILLIS = 60_000;

    /** A daemon that was told to leave must be gone after this time, milliseconds. */
    private static final long LEAVE_MILLIS = 10_000;

    /** Daemons need this Java or a newer one. */
    private static final int DAEMON_JAVA = 25;

    private final Path state;
    private final boolean remains;
    private final Path clusterDirectory;
    private final List<DaemonProcess> daemons = new ArrayList<>();
    private final Thread hook = new Thread(this::kill, "evenkeel-embedded-end");
    private boolean closed;

    private EmbeddedCluster(Path state, boolean remains) {
        this.state = state;
        this.remains = remains;
        this.clusterDirectory = state.resolve("clusters").resolve("embedded");
    }

    /**
     * Starts daemons and waits until they are ready.
     *
     * @throws ClusterUnavailableException if there is nothing to start, or one does not start
     */
    public static EmbeddedCluster start(EmbeddedOptions options) {
        requireJava(Runtime.version().feature());
        EmbeddedCluster cluster = null;
        try {
            EmbeddedInstallation embeddedInstallation =
                    EmbeddedInstallation.find(
                            EmbeddedInstallation.named(),
                            Discovery.stateDirectory().resolve("cache").resolve("dist"));
            cluster = in(options.directory());
            cluster.startAll(embeddedInstallation, options);
            return cluster;
        } catch (IOException e) {
            if (cluster != null) {
                cluster.close();
            }
            throw new ClusterUnavailableException("no embedded cluster: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            if (cluster != null) {
                cluster.close();
            }
            Thread.currentThread().interrupt();
            throw new ClusterUnavailableException(
                    "interrupted while an embedded cluster started", e);
        }
    }

    /**
     * Refuses a Java that daemons cannot run on.
     *
     * @param feature number of the Java of this program, on which its daemons would run
     */
    static void requireJava(int feature) {
        if (feature < DAEMON_JAVA) {
            throw new ClusterUnavailableException(
                    "daemons need Java "
                            + DAEMON_JAVA
                            + " or newer, and those of an embedded cluster run on the Java of its"
                            + " program, which is "
                            + feature);
        }
    }

    private static EmbeddedCluster in(@Nullable Path chosen) throws IOException {
        if (chosen == null) {
            return new EmbeddedCluster(Files.createTempDirectory("evenkeel"), false);
        }
        Path directory = Files.createDirectories(chosen.toAbsolutePath());
        try (Stream<Path> files = Files.list(directory)) {
            if (files.findAny().isPresent()) {
                throw new IOException("the directory " + directory + " is not empty");
            }
        }
        return new EmbeddedCluster(directory, true);
    }

    private void startAll(EmbeddedInstallation embeddedInstallation, EmbeddedOptions options)
            throws IOException, InterruptedException {
        Runtime.getRuntime().addShutdownHook(hook);
        // The first makes the directory and the token; the others find them.
        for (int number = 1; number <= options.nodes(); number++) {
            daemons.add(
                    DaemonProcess.start(embeddedInstallation, clusterDirectory, options, number));
            if (number == 1) {
                daemons.getFirst().awaitReady(READY_MILLIS);
            }
        }
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(READY_MILLIS);
        for (DaemonProcess daemon : daemons) {
            daemon.awaitReady(
                    Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
        }
    }

    /** Directory of a daemon, which names it to a client. */
    public Path nodeDirectory(int number) {
        return clusterDirectory.resolve("nodes").resolve("n" + number);
    }

    private void kill() {
        daemons.forEach(DaemonProcess::leave);
        try {
            for (DaemonProcess daemon : daemons) {
                daemon.awaitEnd(1_000);
            }
        } catch (InterruptedException e) {
            daemons.forEach(DaemonProcess::kill);
        }
    }

    /** Ends all daemons and removes their directory, unless the options name it. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        daemons.forEach(DaemonProcess::leave);
        boolean interrupted = false;
        for (DaemonProcess daemon : daemons) {
            try {
                daemon.awaitEnd(LEAVE_MILLIS);
            } catch (InterruptedException e) {
                interrupted = true;
                daemon.kill();
            }
        }
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is ending already.
        }
        if (!remains) {
            try {
                EmbeddedInstallation.delete(state);
            } catch (IOException e) {
                // What is left lies in the temporary directory.
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
