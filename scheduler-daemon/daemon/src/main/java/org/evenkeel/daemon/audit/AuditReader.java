package org.evenkeel.daemon.audit;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.evenkeel.model.Printable;
import org.jspecify.annotations.Nullable;

/** Reads logs; a line that is none of ours is counted and passed by. */
public final class AuditReader {

    private static final int MAX_FILES = 1_000;

    private final Predicate<StoredEntry> wanted;
    private final int most;
    private final PriorityQueue<StoredEntry> newest =
            new PriorityQueue<>(Comparator.comparing(StoredEntry::at));
    private long unreadable;

    /**
     * One entry.
     *
     * @param json the whole line, printable
     */
    public record StoredEntry(Instant at, Map<?, ?> fields, String json) {

        /** The text of a field, empty when there is none. */
        public String text(String name) {
            Object value = fields.get(name);
            return value == null ? "" : String.valueOf(value);
        }

        /** Who did it. */
        public Map<?, ?> who() {
            return fields.get("who") instanceof Map<?, ?> who ? who : Map.of();
        }
    }

    /**
     * @param most of the newest entries that are wanted
     */
    public AuditReader(Predicate<StoredEntry> wanted, int most) {
        this.wanted = wanted;
        this.most = most;
    }

    /** The logs of a cluster on this machine: its nodes', and that of the authority's commands. */
    public static List<Path> logs(Path clusterDirectory, @Nullable String node) throws IOException {
        List<Path> logs = new ArrayList<>();
        try (Stream<Path> nodes = Files.list(clusterDirectory.resolve("nodes"))) {
            nodes.sorted()
                    .filter(one -> node == null || one.getFileName().toString().equals(node))
                    .map(AuditFiles::of)
                    .filter(Files::exists)
                    .forEach(logs::add);
        } catch (NoSuchFileException e) {
            // no node yet
        }
        Path authority = AuditFiles.of(clusterDirectory.resolve("authority"));
        if (node == null && Files.exists(authority)) {
            logs.add(authority);
        }
        return logs;
    }

    /** Reads a log with its older files. */
    public void read(Path log) throws IOException {
        Deque<Path> oldestFirst = new ArrayDeque<>();
        for (int number = 0; number < MAX_FILES; number++) {
            Path file = AuditFiles.older(log, number);
            if (!Files.exists(file)) {
                break;
            }
            oldestFirst.addFirst(file);
        }
        for (Path file : oldestFirst) {
            try (BufferedReader reader =
                    Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
                String line = reader.readLine();
                while (line != null) {
                    add(utf8(line));
                    line = reader.readLine();
                }
            } catch (NoSuchFileException e) {
                // it was the oldest, and has gone meanwhile
            }
        }
    }

    /** Read as bytes first: what is no UTF-8 is no reason to stop. */
    private static String utf8(String bytes) {
        return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    private void add(String text) {
        StoredEntry line = parse(text);
        if (line == null) {
            unreadable += text.isEmpty() ? 0 : 1;
        } else if (wanted.test(line)) {
            newest.add(line);
            if (newest.size() > most) {
                newest.poll();
            }
        }
    }

    /** An entry, or null when it is none. */
    public static @Nullable StoredEntry parse(String text) {
        if (text.length() > AuditEntry.MAX_LINE_LENGTH) {
            return null;
        }
        try {
            if (JSON.std.anyFrom(text) instanceof Map<?, ?> fields
                    && fields.get("at") instanceof String at) {
                return new StoredEntry(Instant.parse(at), fields, Printable.of(text));
            }
        } catch (IOException | DateTimeException e) {
            // none
        }
        return null;
    }

    /** What was wanted, oldest first. */
    public Collection<StoredEntry> lines() {
        List<StoredEntry> all = new ArrayList<>(newest);
        all.sort(Comparator.comparing(StoredEntry::at));
        return all;
    }

    /** Lines that are no entries. */
    public long unreadable() {
        return unreadable;
    }
}
