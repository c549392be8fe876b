package org.evenkeel.cli.query;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The recorder of a cluster on this machine, found by files in the cluster's directory.
 *
 * @param clusterDirectory as {@code --cluster-dir} names it
 */
public record LocalRecorder(Path clusterDirectory) {

    /** Where a recorder keeps its files, in the directory of its cluster. */
    public static final String DIRECTORY = "recorder";

    /** True for a recorder that {@code evenkeel up} or {@code dashboard} started. */
    public static final String PROPERTY = "evenkeel.recorder.background";

    /** That property in its command line. */
    public static final String BACKGROUND = "-D" + PROPERTY + "=true";

    /** The command. */
    public static final String COMMAND = "recorder";

    /** A file among them, with the id of the process that writes there. */
    public static final String LOCK = "lock";

    private static final String NOTE = "recorder.pid";

    /** The file with the process id of a recorder in the background, from its start on. */
    public Path note() {
        return clusterDirectory.resolve(NOTE);
    }

    /** The file into which a recorder in the background prints. */
    public Path log() {
        return clusterDirectory.resolve("recorder.log");
    }

    /** The recorder that runs. */
    public Optional<ProcessHandle> running() {
        return all().findFirst();
    }

    /**
     * The recorders in the background. A second one runs until it finds that another one writes.
     */
    public List<ProcessHandle> inBackground() {
        return all().filter(this::isOfTheBackground).toList();
    }

    /** Whether a recorder in the background has ended by itself, or was killed. */
    public boolean isMissing() {
        return Files.exists(note()) && running().isEmpty();
    }

    private Stream<ProcessHandle> all() {
        return Stream.of(clusterDirectory.resolve(DIRECTORY).resolve(LOCK), note())
                .map(LocalRecorder::process)
                .flatMap(Optional::stream)
                .distinct();
    }

    private static Optional<ProcessHandle> process(Path file) {
        try {
            String pid = Files.readString(file, StandardCharsets.ISO_8859_1).strip();
            return ProcessHandle.of(Long.parseLong(pid))
                    .filter(ProcessHandle::isAlive)
                    .filter(process -> isRecorder(LocalNodes.commandLine(process)));
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** The id of a process that has ended may be free again, and another program may have it. */
    static boolean isRecorder(List<String> commandLine) {
        int command = commandLine.indexOf(LocalNodes.COMMAND_CLASS);
        return command >= 0 && commandLine.indexOf(COMMAND) == command + 1;
    }

    private boolean isOfTheBackground(ProcessHandle process) {
        List<String> commandLine = LocalNodes.commandLine(process);
        String directory = clusterDirectory.toString();
        // Command lines are read as ISO-8859-1.
        String bytes =
                new String(directory.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        return commandLine.contains(BACKGROUND)
                && (commandLine.contains(directory) || commandLine.contains(bytes));
    }
}
