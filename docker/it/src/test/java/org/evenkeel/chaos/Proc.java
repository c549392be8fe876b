package org.evenkeel.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * What the system says of a process now.
 *
 * @param residentKib memory
 * @param descriptors open files and sockets
 * @param threads of it
 */
record Proc(long residentKib, long descriptors, long threads) {

    static Proc of(long pid) throws IOException {
        Path directory = Path.of("/proc", String.valueOf(pid));
        long resident = 0;
        for (String line : Files.readAllLines(directory.resolve("status"))) {
            if (line.startsWith("VmRSS:")) {
                resident = Long.parseLong(line.replaceAll("\\D+", ""));
            }
        }
        return new Proc(resident, count(directory.resolve("fd")), count(directory.resolve("task")));
    }

    private static long count(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.count();
        }
    }
}
