package org.evenkeel.cli.doctor;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.evenkeel.cli.query.LocalNodes;
import org.evenkeel.daemon.DaemonMain;
import org.evenkeel.daemon.config.ConfigException;
import org.evenkeel.daemon.config.DaemonConfig;
import org.evenkeel.daemon.files.DaemonFile;

/**
 * The configurations of this machine's daemons: those that run, or the one that is to be started.
 *
 * @param valid those that could be read
 * @param findings what is to be said of them
 * @param running whether these daemons run
 */
public record Configurations(List<DaemonConfig> valid, List<Finding> findings, boolean running) {

    /** Of a daemon that would be started with these flags. */
    public static Configurations planned(Path directory, List<String> flags) {
        List<String> all = new ArrayList<>(List.of("--cluster-dir", directory.toString()));
        all.addAll(flags);
        try {
            DaemonConfig config = DaemonMain.configuration(all);
            String whose =
                    flags.isEmpty()
                            ? "the defaults: no daemon runs here, and no flags are given"
                            : "the given flags and their file are valid";
            return new Configurations(
                    List.of(config), List.of(MachineChecks.configuration(whose)), false);
        } catch (ConfigException e) {
            return new Configurations(
                    List.of(),
                    List.of(
                            MachineChecks.invalidConfiguration(
                                    "the given flags", String.valueOf(e.getMessage()))),
                    false);
        }
    }

    /** Of daemons that run here, as they would be read if they were started again. */
    public static Configurations ofRunning(List<DaemonFile> daemons) {
        List<DaemonConfig> valid = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (DaemonFile daemon : daemons) {
            Optional<List<String>> flags = LocalNodes.flags(daemon);
            if (flags.isEmpty()) {
                findings.add(MachineChecks.unknownConfiguration(daemon.node()));
                continue;
            }
            try {
                valid.add(DaemonMain.configuration(flags.get()));
                names.add(daemon.node());
            } catch (ConfigException e) {
                findings.add(
                        MachineChecks.invalidConfiguration(
                                daemon.node(), String.valueOf(e.getMessage())));
            }
        }
        if (findings.isEmpty()) {
            findings.add(
                    MachineChecks.configuration(
                            "flags and files of the running daemons are valid: "
                                    + String.join(", ", names)));
        }
        return new Configurations(valid, findings, true);
    }

    /** Workers of all. */
    public int workers() {
        return valid.stream().mapToInt(DaemonConfig::workers).sum();
    }

    /** Heaps of all workers, bytes. */
    public long heapBytes() {
        return valid.stream()
                .mapToLong(config -> config.workers() * config.workerBounds().heapBytes())
                .sum();
    }

    /** Processes that a worker may have; the most of all. */
    public int processes() {
        return valid.stream().mapToInt(config -> config.workerBounds().processes()).max().orElse(0);
    }

    /** Whether one gives way to the machine's owner. */
    public boolean hasOwner() {
        return valid.stream().anyMatch(config -> config.hours().owner().isPresent());
    }
}
