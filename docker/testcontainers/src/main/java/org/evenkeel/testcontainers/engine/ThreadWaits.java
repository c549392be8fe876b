package org.evenkeel.testcontainers.engine;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * How long threads waited for a processor while they could have run, as the kernel counts it (the
 * second number of {@code /proc/PID/task/TID/schedstat}). For one thread at a time.
 */
final class ThreadWaits {
    private static final Path PROC = Path.of("/proc");

    private Map<String, Long> before = Map.of();

    /** The longest wait of one of their threads since this was asked last, in seconds. */
    double longest(List<Long> processes) {
        Map<String, Long> now = new HashMap<>();
        long longest = 0;
        for (long process : processes) {
            for (Map.Entry<String, Long> thread : waits(process).entrySet()) {
                long waited = thread.getValue();
                now.put(thread.getKey(), waited);
                longest = Math.max(longest, waited - before.getOrDefault(thread.getKey(), waited));
            }
        }
        before = now;
        return longest / 1e9;
    }

    private static Map<String, Long> waits(long process) {
        Map<String, Long> waits = new HashMap<>();
        try (DirectoryStream<Path> threads =
                Files.newDirectoryStream(PROC.resolve(process + "/task"))) {
            for (Path thread : threads) {
                waited(thread).ifPresent(nanos -> waits.put(thread.toString(), nanos));
            }
        } catch (IOException | DirectoryIteratorException e) {
            // it has ended meanwhile
        }
        return waits;
    }

    private static OptionalLong waited(Path thread) {
        try {
            String[] words = Files.readString(thread.resolve("schedstat")).split(" ", -1);
            return OptionalLong.of(Long.parseLong(words[1]));
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }
}
