package org.evenkeel.keepers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.ratis.statemachine.impl.SimpleStateMachineStorage;

/**
 * What the names of a keeper's files say, before Ratis opens them.
 *
 * @param group the directory of the group
 */
record LogFiles(Path group) {

    /** {@code log_FIRST-LAST}, and {@code log_inprogress_FIRST} for the one that is written. */
    private static final Pattern SEGMENT = Pattern.compile("log_(?:inprogress_)?(\\d+)(?:-\\d+)?");

    private static final int FIRST = 1;
    private static final int PLACE = 2;

    /**
     * Ratis would wait for ever for an entry that is neither in the log nor in a snapshot, and then
     * not even stop.
     *
     * @throws IOException naming the entry
     */
    void requireNoGap() throws IOException {
        List<Long> segments = numbers("current", SEGMENT, FIRST);
        if (segments.isEmpty()) {
            return;
        }
        long first = segments.stream().mapToLong(Long::longValue).min().orElseThrow();
        long needed =
                1
                        + numbers("sm", SimpleStateMachineStorage.SNAPSHOT_REGEX, PLACE).stream()
                                .mapToLong(Long::longValue)
                                .max()
                                .orElse(-1);
        if (first > needed) {
            throw new IOException(
                    "entry %d is neither in the log, which begins with entry %d, nor in a snapshot"
                            .formatted(needed, first));
        }
    }

    private List<Long> numbers(String directory, Pattern name, int part) throws IOException {
        Path where = group.resolve(directory);
        if (!Files.isDirectory(where)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(where)) {
            return files.map(file -> name.matcher(String.valueOf(file.getFileName())))
                    .filter(Matcher::matches)
                    .map(matcher -> Long.valueOf(matcher.group(part)))
                    .toList();
        }
    }
}
