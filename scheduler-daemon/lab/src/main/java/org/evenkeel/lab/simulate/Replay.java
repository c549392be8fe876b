package org.evenkeel.lab.simulate;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.evenkeel.kernel.trace.RecordedFact;
import org.evenkeel.model.topology.Topologies;
import org.evenkeel.simulator.ClusterSpec;
import org.evenkeel.simulator.NetworkSpec;
import org.evenkeel.simulator.SimReport;
import org.evenkeel.simulator.SimSpec;
import org.evenkeel.simulator.Simulation;
import org.evenkeel.simulator.work.Distribution;
import org.evenkeel.simulator.work.Recording;
import org.evenkeel.simulator.work.RecordingReader;
import org.jspecify.annotations.Nullable;

/** What a real cluster recorded, as the workload of an experiment. */
public record Replay(Recording recording) {

    /** Daemons of one machine or a local network, one way. */
    private static final String LATENCY = "0.0001";

    /**
     * Reads files, and all recordings of directories.
     *
     * @throws FlagException naming file, line and what is wrong
     */
    static Replay read(List<Path> paths) {
        try {
            return new Replay(recording(paths, 0));
        } catch (IOException e) {
            throw new FlagException(WorkFlags.REPLAY, String.valueOf(e.getMessage()));
        } catch (IllegalArgumentException e) {
            throw new FlagException(WorkFlags.REPLAY, String.valueOf(e.getMessage()));
        }
    }

    /**
     * Reads files, and all recordings of directories.
     *
     * @param sinceEpochNanos leaves out what clients submitted earlier
     * @throws IllegalArgumentException naming file, line and what is wrong
     */
    public static Recording recording(List<Path> paths, long sinceEpochNanos) throws IOException {
        RecordingReader reader = new RecordingReader();
        for (Path path : paths) {
            for (Path file : files(path)) {
                try (BufferedReader lines = Files.newBufferedReader(file)) {
                    reader.file(file.toString(), lines.lines().iterator());
                } catch (UncheckedIOException e) {
                    throw new IOException(file + whyUnreadable(e.getCause()), e);
                } catch (IOException e) {
                    throw new IOException(file + whyUnreadable(e), e);
                }
            }
        }
        return reader.build(sinceEpochNanos);
    }

    private static String whyUnreadable(@Nullable IOException e) {
        return e instanceof CharacterCodingException
                ? " is not UTF-8 text"
                : " cannot be read: " + (e == null ? "" : e.getMessage());
    }

    /** One run of a recording on the machines it was recorded on. */
    public static SimReport simulate(
            Recording recording, String policy, String loadModel, String topology) {
        ClusterSpec cluster =
                ClusterSpec.of(
                                policy,
                                Topologies.parse(topology),
                                recording.workers().size(),
                                recording.workers().getFirst())
                        .withMachines(recording.workers(), List.of(1.0))
                        .withLoadModel(loadModel);
        NetworkSpec network = NetworkSpec.of(Distribution.parse(LATENCY));
        return new Simulation(SimSpec.of(cluster, network, recording.workload(), 1)).run();
    }

    private static List<Path> files(Path path) throws IOException {
        if (!Files.exists(path)) {
            throw new IllegalArgumentException(path + " does not exist");
        }
        if (!Files.isDirectory(path)) {
            return List.of(path);
        }
        try (Stream<Path> inside = Files.list(path)) {
            List<Path> files =
                    inside.filter(file -> file.toString().endsWith(RecordedFact.FILE_SUFFIX))
                            .sorted()
                            .toList();
            if (files.isEmpty()) {
                throw new IllegalArgumentException(
                        path + " contains no file *" + RecordedFact.FILE_SUFFIX);
            }
            return files;
        }
    }

    ClusterFlags.Machines machines() {
        return new ClusterFlags.Machines(recording.workers().size(), recording.workers(), LATENCY);
    }

    Scenario scenario(int nodes) {
        return Scenario.of(nodes, recording.workload(), recording.workload().arrivals().size());
    }

    /** In reality, from the first submission to the last end. */
    public double makespanSeconds() {
        return recording.makespanNanos() / 1e9;
    }

    /** What is odd about it, human-readable. */
    List<String> notes() {
        List<String> notes = new ArrayList<>(recording.notes());
        if (recording.unfinished() > 0) {
            notes.add(
                    "tasks left out: %s; the recording lacks their end, or that of their parents"
                            .formatted(recording.unfinished()));
        }
        return notes;
    }
}
