package org.evenkeel.recorder.store;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.evenkeel.recorder.read.Position;

/**
 * A process that records the numbers below {@value #END}, continues where an earlier one has stored
 * them, merges and deletes, and ends itself before a step.
 */
final class KilledRecorder {

    static final int END = 30;

    /** Exit code of a process that has ended itself. */
    static final int KILLED = 42;

    private static final int BATCH = 10;

    private KilledRecorder() {}

    /**
     * @param args the directory, and the number of the step
     */
    public static void main(String[] args) throws IOException {
        int last = Integer.parseInt(args[1]);
        int[] steps = {0};
        record(
                Path.of(args[0]),
                step -> {
                    if (++steps[0] == last) {
                        System.out.println("killed before: " + step);
                        System.out.flush();
                        Runtime.getRuntime().halt(KILLED);
                    }
                });
    }

    static void record(Path directory, Steps steps) throws IOException {
        Instant now = Instant.now();
        Instant yesterday = now.minus(Duration.ofDays(1));
        RetentionPlan all = new RetentionPlan(100, Long.MAX_VALUE);
        try (RecordStore store = RecordStore.open(directory, steps)) {
            List<Position> positions = store.positions().getOrDefault("n1", List.of());
            long next = positions.isEmpty() ? 0 : positions.getLast().next();
            for (; next < END; next += BATCH) {
                store.add(RecordStoreTest.records("n1", next, Math.min(END, next + BATCH)));
                store.flush(yesterday);
            }
            store.tidy(now, all);
            store.tidy(now.plus(Duration.ofHours(1)), all);
        }
    }
}
