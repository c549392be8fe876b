package org.evenkeel.testcontainers.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** In how many periods groups had used up their quota. For one thread at a time. */
final class ThrottledPeriods {
    private static final String COUNT = "nr_throttled ";

    private final Map<Path, Long> before = new HashMap<>();

    /**
     * Periods since this was asked last of this group; none where the kernel does not say, or the
     * group has gone.
     */
    long passed(Path group) {
        long now = count(group);
        Long last = before.put(group, now);
        return last == null ? 0 : Math.max(0, now - last);
    }

    private static long count(Path group) {
        try {
            return Files.readAllLines(group.resolve("cpu.stat")).stream()
                    .filter(line -> line.startsWith(COUNT))
                    .mapToLong(line -> Long.parseLong(line.substring(COUNT.length()).strip()))
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            return 0;
        }
    }
}
