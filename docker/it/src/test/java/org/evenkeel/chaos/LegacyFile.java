package org.evenkeel.chaos;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What one client of a job that outlives it has seen, a line each, written before the cluster hears
 * that it was: a client that is killed has acknowledged nothing that is not here.
 */
final class LegacyFile {

    static final char JOB = 'J';
    static final char COMPLETED = 'C';
    static final char REFUSED = 'R';
    static final char WRONG = 'W';
    static final char DETACHED = 'D';

    /** The job's id, empty when it was not written. */
    final String job;

    final Set<Long> completed = new TreeSet<>();
    final Set<Long> refused = new TreeSet<>();
    final List<String> twice = new ArrayList<>();
    final List<String> wrong = new ArrayList<>();

    /** Tasks that the cluster had accepted when the client left in order; 0 when it did not. */
    long detached;

    /** Writes it. */
    static final class Writer implements AutoCloseable {
        private final BufferedWriter out;

        Writer(Path file) throws IOException {
            out = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
        }

        /** A line is there as a whole once this returns. */
        synchronized void line(char kind, String words) {
            try {
                out.write(kind + " " + words.replace('\n', ' ') + "\n");
                out.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public synchronized void close() throws IOException {
            out.close();
        }
    }

    private LegacyFile(String job) {
        this.job = job;
    }

    /** Reads it; the last line may be cut off. */
    static LegacyFile read(Path file) throws IOException {
        String text = Files.exists(file) ? Files.readString(file) : "";
        List<String> lines = text.lines().toList();
        int whole = text.endsWith("\n") ? lines.size() : Math.max(0, lines.size() - 1);
        boolean named = whole > 0 && lines.getFirst().charAt(0) == JOB;
        LegacyFile found = new LegacyFile(named ? lines.getFirst().substring(2) : "");
        lines.subList(named ? 1 : 0, whole).forEach(found::add);
        return found;
    }

    private void add(String line) {
        switch (line.charAt(0)) {
            case COMPLETED -> {
                if (!completed.add(Long.parseLong(line.substring(2)))) {
                    twice.add(line);
                }
            }
            case REFUSED -> refused.add(Long.parseLong(line.substring(2)));
            case WRONG -> wrong.add(line);
            case DETACHED -> detached = Long.parseLong(line.substring(2));
            default -> throw new IllegalArgumentException(line);
        }
    }
}
