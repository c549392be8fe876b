package org.evenkeel.cli.start;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.evenkeel.cli.query.LocalNodes;
import org.evenkeel.cli.query.LocalRecorder;
import org.evenkeel.daemon.files.PrivateFiles;

/** Starts and ends the recorder of a cluster, in the background. */
public final class BackgroundRecorder {
    /** The cache of classes that commands start from; Java ignores it if it does not fit. */
    private static final String CACHE = "cache/cli.aot";

    /** Where an installation has DuckDB, in {@code lib}. */
    private static final String LIBRARY = "recorder";

    /** Options of the launcher, on which the cache depends, and a bound for the heap. */
    private static final List<String> OPTIONS =
            List.of(
                    "-XX:+UseSerialGC",
                    "-XX:+UseCompactObjectHeaders",
                    "-Xlog:disable",
                    "--enable-native-access=ALL-UNNAMED",
                    "--sun-misc-unsafe-memory-access=allow",
                    "-XX:TieredStopAtLevel=1",
                    "-Xmx384m");

    /** Whether an installation has the database that a recorder needs. */
    public static boolean isInstalled(Installation installation) {
        try {
            return !installation.jars(LIBRARY).isEmpty();
        } catch (IOException e) {
            return false;
        }
    }

    /** Starts a recorder, which ends by itself if another one writes already. */
    public static ProcessHandle start(Installation installation, Path clusterDirectory)
            throws IOException {
        LocalRecorder recorder = new LocalRecorder(clusterDirectory);
        PrivateFiles.createDirectories(clusterDirectory);
        Process process =
                Starter.inBackground()
                        .start(command(installation, clusterDirectory), recorder.log());
        // Before it has a lock: evenkeel down may follow at once.
        PrivateFiles.writeAtomically(
                recorder.note(), (process.pid() + "\n").getBytes(StandardCharsets.US_ASCII));
        return process.toHandle();
    }

    private static List<String> command(Installation installation, Path clusterDirectory)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Installation.java().toString());
        command.addAll(OPTIONS);
        Path cache = installation.home().resolve(CACHE);
        if (Files.isReadable(cache) && Files.size(cache) > 0) {
            command.add("-XX:AOTCache=" + cache);
        }
        command.add("-Devenkeel.home=" + installation.home());
        command.add(LocalRecorder.BACKGROUND);
        command.add("-cp");
        command.add(installation.classPath("daemon", "cli"));
        command.addAll(
                List.of(
                        LocalNodes.COMMAND_CLASS,
                        LocalRecorder.COMMAND,
                        "--cluster-dir",
                        clusterDirectory.toString()));
        return command;
    }

    /**
     * Ends the recorders in the background, which write what they have. One that has not ended in
     * time is killed.
     *
     * @return whether there was one
     */
    public static boolean end(Path clusterDirectory, Duration limit)
            throws IOException, InterruptedException {
        LocalRecorder recorder = new LocalRecorder(clusterDirectory);
        List<ProcessHandle> running = recorder.inBackground();
        running.forEach(ProcessHandle::destroy);
        long deadlineNanos = System.nanoTime() + limit.toNanos();
        for (ProcessHandle process : running) {
            if (!awaitEnd(process, deadlineNanos)) {
                process.destroyForcibly();
                boolean _ = awaitEnd(process, System.nanoTime() + limit.toNanos());
            }
        }
        Files.deleteIfExists(recorder.note());
        return !running.isEmpty();
    }

    private static boolean awaitEnd(ProcessHandle process, long deadlineNanos)
            throws InterruptedException {
        try {
            long left = Math.max(1, deadlineNanos - System.nanoTime());
            process.onExit().get(left, TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
