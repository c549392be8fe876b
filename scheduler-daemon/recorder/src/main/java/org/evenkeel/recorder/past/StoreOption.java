package org.evenkeel.recorder.past;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.evenkeel.cli.ClusterOption;
import org.evenkeel.cli.CommandFailure;
import org.evenkeel.cli.ExitCode;
import org.evenkeel.cli.query.LocalRecorder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the recorder of a cluster keeps its files. */
public final class StoreOption {

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "Where the records are (default: recorder in the cluster's directory).")
    private @Nullable Path directory;

    /** Whether the user has named a directory. */
    public boolean isNamed() {
        return directory != null;
    }

    /** The directory, whether it is there or not. */
    public Path path(ClusterOption cluster) {
        Path named = directory;
        return (named == null ? cluster.directory().resolve(LocalRecorder.DIRECTORY) : named)
                .toAbsolutePath()
                .normalize();
    }

    /**
     * The directory, with its real path.
     *
     * @throws CommandFailure if no recorder has written there
     */
    public Path existing(ClusterOption cluster) throws CommandFailure, IOException {
        Path path = path(cluster);
        if (!Files.isDirectory(path)) {
            throw new CommandFailure(
                    ExitCode.NOTHING,
                    "no recorder has written "
                            + path
                            + ". Start one: evenkeel recorder"
                            + cluster.asArgument());
        }
        return path.toRealPath();
    }
}
