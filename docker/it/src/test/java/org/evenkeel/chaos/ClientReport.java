package org.evenkeel.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/** What one client saw, read from its file. */
final class ClientReport {

    static final char COMPLETED = 'C';
    static final char FAILED = 'F';
    static final char REFUSED = 'R';
    static final char TWICE = 'T';
    static final char WRONG = 'W';
    static final char OPEN = 'O';
    static final char LATE = 'L';
    static final char ATTACHED = 'A';

    /** A task's end: when it was submitted, when it completed. */
    record Completion(long submittedNanos, long nanos) {}

    final List<Completion> completions = new ArrayList<>();
    final List<String> failed = new ArrayList<>();
    final List<String> refused = new ArrayList<>();
    final List<String> twice = new ArrayList<>();
    final List<String> wrong = new ArrayList<>();
    final List<String> late = new ArrayList<>();
    final List<String> open = new ArrayList<>();
    long submitted;
    private final Set<Long> completed = new HashSet<>();
    private final NavigableMap<Long, String> attached = new TreeMap<>();

    static ClientReport read(Path file) throws IOException {
        ClientReport report = new ClientReport();
        for (String line : Files.readAllLines(file)) {
            report.add(line);
        }
        return report;
    }

    private void add(String line) {
        String[] words = line.split(" ", 5);
        long nanos = Long.parseLong(words[1]);
        switch (line.charAt(0)) {
            case COMPLETED -> {
                completions.add(new Completion(nanos - Long.parseLong(words[3]), nanos));
                if (!completed.add(Long.parseLong(words[2]))) {
                    twice.add(line);
                }
            }
            case ATTACHED -> {
                submitted = Long.parseLong(words[2]);
                attached.put(nanos, words[4]);
            }
            case FAILED -> failed.add(line);
            case REFUSED -> refused.add(line);
            case TWICE -> twice.add(line);
            case WRONG -> wrong.add(line);
            case LATE -> late.add(line);
            case OPEN -> open.add(line);
            default -> throw new IllegalArgumentException(line);
        }
    }

    /** Tasks, however often one had to be submitted. */
    long tasks() {
        return submitted - refused.size();
    }

    /** Tasks that were submitted and of which no result came. */
    long lost() {
        return tasks() - completed.size() - wrong.size();
    }

    /** When the next task completed, {@link Long#MAX_VALUE} for never. */
    long nextCompletion(long fromNanos) {
        int low = 0;
        int high = completions.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (completions.get(middle).nanos() < fromNanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == completions.size() ? Long.MAX_VALUE : completions.get(low).nanos();
    }

    /** The node it was attached to at that time. */
    String attachedAt(long nanos) {
        var entry = attached.floorEntry(nanos);
        return entry == null ? "-" : entry.getValue();
    }
}
