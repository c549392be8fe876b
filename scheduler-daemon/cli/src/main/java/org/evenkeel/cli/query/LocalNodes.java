package org.evenkeel.cli.query;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.evenkeel.daemon.files.DaemonFile;

/** The daemons of a cluster that run on this machine, as its directory and the processes tell. */
public final class LocalNodes {
    /** A daemon is the first alone, or the second with the third behind it. */
    private static final String DAEMON_CLASS = "org.evenkeel.daemon.DaemonMain";

    /** What a command of a user runs. */
    public static final String COMMAND_CLASS = "org.evenkeel.cli.Main";

    private static final String COMMAND = "daemon";

    /** Those that run, by name. */
    public static List<DaemonFile> running(Path clusterDirectory) throws IOException {
        List<DaemonFile> running = new ArrayList<>();
        try (Stream<Path> nodes = Files.list(clusterDirectory.resolve("nodes"))) {
            for (Path node : (Iterable<Path>) nodes::iterator) {
                read(node.resolve(DaemonFile.NAME))
                        .filter(file -> process(file).isPresent())
                        .ifPresent(running::add);
            }
        } catch (NoSuchFileException | NotDirectoryException e) {
            return List.of();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        running.sort(Comparator.comparing(DaemonFile::node, NodeOrder.BY_NAME));
        return running;
    }

    /** The daemon's process; empty when its id is free again or belongs to another program. */
    public static Optional<ProcessHandle> process(DaemonFile file) {
        return ProcessHandle.of(file.pid())
                .filter(ProcessHandle::isAlive)
                .filter(process -> isDaemon(commandLine(process)));
    }

    static boolean isDaemon(List<String> commandLine) {
        int command = commandLine.indexOf(COMMAND_CLASS);
        return commandLine.contains(DAEMON_CLASS)
                || command >= 0 && commandLine.indexOf(COMMAND) == command + 1;
    }

    /** The flags with which a running daemon was started; empty when they cannot be read. */
    public static Optional<List<String>> flags(DaemonFile file) {
        return process(file).map(LocalNodes::commandLine).flatMap(LocalNodes::flags);
    }

    static Optional<List<String>> flags(List<String> commandLine) {
        int daemon = commandLine.indexOf(DAEMON_CLASS);
        int command = commandLine.indexOf(COMMAND_CLASS);
        if (daemon < 0 && command < 0) {
            return Optional.empty();
        }
        int before = daemon >= 0 ? daemon : command + 1;
        return Optional.of(commandLine.subList(before + 1, commandLine.size()));
    }

    static List<String> commandLine(ProcessHandle process) {
        try {
            Path file = Path.of("/proc", Long.toString(process.pid()), "cmdline");
            return List.of(Files.readString(file, StandardCharsets.ISO_8859_1).split("\0"));
        } catch (IOException e) {
            // No Linux, or it has just ended.
            return process.info().arguments().map(List::of).orElse(List.of());
        }
    }

    /** The directory of a daemon's node. */
    public static Path folder(Path clusterDirectory, DaemonFile file) {
        return clusterDirectory.resolve("nodes").resolve(file.node());
    }

    private static Optional<DaemonFile> read(Path file) {
        try {
            return Optional.of(DaemonFile.read(file));
        } catch (IOException e) {
            // Not there, or not readable: no daemon is known to run.
            return Optional.empty();
        }
    }
}
