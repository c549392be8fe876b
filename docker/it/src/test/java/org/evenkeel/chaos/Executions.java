package org.evenkeel.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * How often tasks ran, read from what their workers wrote down.
 *
 * @param tasks of which a run ended, children among them
 * @param finished runs that ended
 * @param cutOff runs that began and did not end, because their worker ended first
 * @param cutOffElsewhere those of them in workers nobody killed on purpose
 * @param repeated tasks of which more than one run ended
 * @param mostRuns of one task
 * @param workers processes that ran at least one task
 */
record Executions(
        long tasks,
        long finished,
        long cutOff,
        long cutOffElsewhere,
        long repeated,
        int mostRuns,
        int workers) {

    /**
     * Reads a directory of {@link RunLog}s.
     *
     * @param killed pids of workers that were killed on purpose, or whose daemon was
     */
    static Executions read(Path directory, Set<Long> killed) throws IOException {
        Map<Long, Integer> runs = new HashMap<>();
        long finished = 0;
        long cutOff = 0;
        long elsewhere = 0;
        List<Path> files;
        try (Stream<Path> all = Files.list(directory)) {
            files = all.filter(file -> file.toString().endsWith(RunLog.SUFFIX)).toList();
        }
        for (Path file : files) {
            Set<Long> begun = new HashSet<>();
            for (ByteBuffer in = bytes(file); in.remaining() >= RunLog.RECORD_BYTES; ) {
                byte kind = in.get();
                long task = in.getLong();
                in.getLong();
                if (kind == RunLog.BEGUN) {
                    begun.add(task);
                } else if (begun.remove(task)) {
                    finished++;
                    runs.merge(task, 1, Integer::sum);
                }
            }
            cutOff += begun.size();
            elsewhere += killed.contains(pid(file)) ? 0 : begun.size();
        }
        return new Executions(
                runs.size(),
                finished,
                cutOff,
                elsewhere,
                runs.values().stream().filter(count -> count > 1).count(),
                runs.values().stream().mapToInt(Integer::intValue).max().orElse(0),
                files.size());
    }

    private static ByteBuffer bytes(Path file) {
        try {
            return ByteBuffer.wrap(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long pid(Path file) {
        String name = String.valueOf(file.getFileName());
        return Long.parseLong(name.substring(0, name.length() - RunLog.SUFFIX.length()));
    }

    /** Runs that ended, for each task: 1 is perfect. */
    double economy() {
        return tasks == 0 ? 0 : (double) finished / tasks;
    }
}
