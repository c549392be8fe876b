package org.evenkeel.daemon.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.evenkeel.model.Numbers;
import org.evenkeel.model.Resources;

/** Reads what a worker may take; what is not said depends on the machine. */
record WorkerBoundsReader(Map<ConfigKey, String> values) {
    private static final long LEAST_USUAL_DISK_BYTES = 1L << 30;
    private static final int USUAL_PROCESSES = 512;
    private static final int USUAL_MOST_PROCESSES = 4096;
    private static final int MOST_PROCESSES = 1_000_000;

    /**
     * @param slots among which the machine is shared
     * @param directory on the disk that is shared
     */
    WorkerBounds read(int slots, Path directory) throws ConfigException {
        long heap =
                size(
                        ConfigKey.WORKER_HEAP,
                        WorkerMemory.heapMegabytes(slots) << 20,
                        Resources.LEAST_MEMORY_BYTES);
        long mostHeap =
                size(
                        ConfigKey.WORKER_HEAP_MAX,
                        Math.max(heap, WorkerMemory.halfMegabytes() << 20),
                        Resources.LEAST_MEMORY_BYTES);
        long free = freeBytes(directory);
        long disk =
                size(
                        ConfigKey.WORKER_DISK,
                        Math.max(LEAST_USUAL_DISK_BYTES, free / 4 / Math.max(1, slots)),
                        Resources.LEAST_DISK_BYTES);
        long mostDisk =
                size(
                        ConfigKey.WORKER_DISK_MAX,
                        Math.max(disk, free / 2),
                        Resources.LEAST_DISK_BYTES);
        int processes = count(ConfigKey.WORKER_PROCESSES, USUAL_PROCESSES);
        int mostProcesses =
                count(ConfigKey.WORKER_PROCESSES_MAX, Math.max(processes, USUAL_MOST_PROCESSES));
        ordered(ConfigKey.WORKER_HEAP, heap, ConfigKey.WORKER_HEAP_MAX, mostHeap);
        ordered(ConfigKey.WORKER_DISK, disk, ConfigKey.WORKER_DISK_MAX, mostDisk);
        ordered(
                ConfigKey.WORKER_PROCESSES,
                processes,
                ConfigKey.WORKER_PROCESSES_MAX,
                mostProcesses);
        return new WorkerBounds(
                heap,
                mostHeap,
                disk,
                mostDisk,
                processes,
                mostProcesses,
                JobOptions.parse(values.getOrDefault(ConfigKey.JOB_OPTIONS, JobOptions.DEFAULT)));
    }

    private static void ordered(ConfigKey configKey, long value, ConfigKey mostKey, long most)
            throws ConfigException {
        if (value > most) {
            throw new ConfigException(
                    mostKey.spelling() + " must be at least " + configKey.spelling());
        }
    }

    private int count(ConfigKey configKey, int standard) throws ConfigException {
        return (int)
                ConfigReader.number(
                        values, configKey, standard, Resources.LEAST_PROCESSES, MOST_PROCESSES);
    }

    private long size(ConfigKey configKey, long standard, long least) throws ConfigException {
        String text = values.get(configKey);
        if (text == null) {
            return standard;
        }
        long bytes;
        try {
            bytes = Numbers.bytes(text);
        } catch (IllegalArgumentException e) {
            throw new ConfigException(configKey.spelling() + ": " + e.getMessage());
        }
        if (bytes < least) {
            throw new ConfigException(
                    "%s: %s is less than the minimum of %sm"
                            .formatted(configKey.spelling(), text, least >> 20));
        }
        return bytes;
    }

    private static long freeBytes(Path directory) {
        for (Path path = directory; path != null; path = path.getParent()) {
            if (Files.isDirectory(path)) {
                try {
                    return Files.getFileStore(path).getUsableSpace();
                } catch (IOException e) {
                    return 0;
                }
            }
        }
        return 0;
    }
}
