package org.evenkeel.daemon;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/**
 * The speed of this machine, measured once after it was started: all its daemons take the same
 * number from a file of their cluster. Two measurements at one time differ by a third, and a daemon
 * would take another one on the same machine for faster.
 */
final class MachineSpeed {
    private static final String FILE = "speed";
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
    private static final Path CPU_MAX = Path.of("/sys/fs/cgroup/cpu.max");

    /**
     * The speed of one of so many workers: that of a processor of this machine, or the part of one
     * that each worker has where a container's processors are limited. Measures it where no daemon
     * of the cluster has yet, in less than 0.1 s.
     */
    static double ofWorker(Path clusterDirectory, int workers) {
        return of(clusterDirectory, bootId()) * share(limit(), workers);
    }

    /** The part of a processor that each of so many workers has. */
    static double share(double processors, int workers) {
        return Math.min(1, processors / Math.max(1, workers));
    }

    /** Processors of a line such as {@code 150000 100000}; infinity for {@code max 100000}. */
    static double limit(String cpuMax) {
        String[] words = cpuMax.strip().split(" ");
        try {
            double period = Double.parseDouble(words[words.length - 1]);
            double quota = Double.parseDouble(words[0]);
            return words.length == 2 && quota > 0 && period > 0
                    ? quota / period
                    : Double.POSITIVE_INFINITY;
        } catch (NumberFormatException e) {
            return Double.POSITIVE_INFINITY;
        }
    }

    private static double limit() {
        try {
            return limit(Files.readString(CPU_MAX));
        } catch (IOException e) {
            return Double.POSITIVE_INFINITY;
        }
    }

    /**
     * The speed of a processor.
     *
     * @param boot differs after each start of the machine; null where that is not known, and then
     *     each daemon measures
     */
    static double of(Path clusterDirectory, @Nullable String boot) {
        if (boot == null) {
            return Calibration.measure();
        }
        Path file = clusterDirectory.resolve(FILE);
        Double known = read(file, boot);
        if (known != null) {
            return known;
        }
        double measured = Calibration.measure();
        try {
            Path written = clusterDirectory.resolve(FILE + "." + ProcessHandle.current().pid());
            Files.writeString(written, measured + " " + boot + System.lineSeparator());
            try {
                publish(written, file, boot);
            } finally {
                Files.deleteIfExists(written);
            }
        } catch (IOException e) {
            return measured; // nothing can be written there: the others measure for themselves
        }
        known = read(file, boot);
        return known == null ? measured : known;
    }

    /** The first one counts, of those that were measured since the machine was started. */
    private static void publish(Path written, Path file, String boot) throws IOException {
        try {
            Files.createLink(file, written);
            return;
        } catch (FileAlreadyExistsException e) {
            // It may be of an earlier start.
        } catch (IOException | UnsupportedOperationException e) {
            // A file system without links: the last one counts.
        }
        if (read(file, boot) == null) {
            Files.move(
                    written,
                    file,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static @Nullable Double read(Path file, String boot) {
        try {
            String[] words = Files.readString(file).strip().split(" ");
            double speed = Double.parseDouble(words[0]);
            boolean usable = words.length == 2 && words[1].equals(boot);
            return usable && Calibration.isSpeed(speed) ? speed : null;
        } catch (IOException | NumberFormatException e) {
            return null;
        }
    }

    private static @Nullable String bootId() {
        try {
            return Files.readString(BOOT_ID).strip();
        } catch (IOException e) {
            return null;
        }
    }
}
