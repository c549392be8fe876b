package org.evenkeel.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.evenkeel.Evenkeel;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.ClusterUnavailableException;
import org.evenkeel.api.EmbeddedOptions;
import org.jspecify.annotations.Nullable;

/** A cluster for tests, from its start until it is closed. */
final class StartedCluster implements AutoCloseable {

    private static final String LOG = "daemon.log";

    private final Cluster cluster;

    /** Where daemons keep their files; null if there are no daemons. */
    private final @Nullable Path directory;

    private volatile boolean isKept;

    private StartedCluster(Cluster cluster, @Nullable Path directory) {
        this.cluster = cluster;
        this.directory = directory;
    }

    /**
     * Starts a cluster.
     *
     * @param name name of its job
     * @throws ClusterUnavailableException if there is no distribution, or a daemon does not start;
     *     then the message names the logs that there are
     */
    static StartedCluster start(ClusterShape shape, String name) {
        if (shape.mode() == ClusterMode.EMBEDDED) {
            return embedded(shape, name);
        }
        Cluster local =
                shape.slots() == 0 ? Evenkeel.local() : Evenkeel.builder().local(shape.slots());
        return new StartedCluster(local, null);
    }

    private static StartedCluster embedded(ClusterShape shape, String name) {
        Path directory;
        try {
            directory = Files.createTempDirectory("evenkeel-test"); // its path is short
        } catch (IOException e) {
            throw new UncheckedIOException("no directory for an embedded cluster", e);
        }
        EmbeddedOptions options =
                EmbeddedOptions.of(shape.nodes())
                        .withWorkers(shape.workers())
                        .withDirectory(directory);
        try {
            return new StartedCluster(
                    Evenkeel.builder().jobName(name).embedded(options), directory);
        } catch (ClusterUnavailableException e) {
            if (logs(directory).isEmpty()) {
                delete(directory);
                throw e;
            }
            throw new ClusterUnavailableException(e.getMessage() + whereLogsAre(directory), e);
        }
    }

    Cluster cluster() {
        return cluster;
    }

    /**
     * Keeps the logs of daemons, because a test has failed.
     *
     * @return where what the tasks have done can be read, for the user
     */
    String keepLogs() {
        if (directory == null) {
            return "its tasks ran in this JVM, and what they printed is in the output of the test";
        }
        isKept = true;
        return "what its tasks printed is in the output of the test" + whereLogsAre(directory);
    }

    private static String whereLogsAre(Path directory) {
        return logs(directory).stream()
                .map(log -> System.lineSeparator() + "  " + log)
                .collect(Collectors.joining("", "; the logs of the daemons are kept:", ""));
    }

    private static List<Path> logs(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.endsWith(LOG)).sorted().toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of(directory); // a daemon removed a file meanwhile
        }
    }

    /** Ends it, and deletes the files of daemons unless {@link #keepLogs} was called before. */
    @Override
    public void close() {
        cluster.close();
        if (directory != null && !isKept) {
            delete(directory);
        }
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            // What is left lies in the temporary directory.
        }
    }
}
