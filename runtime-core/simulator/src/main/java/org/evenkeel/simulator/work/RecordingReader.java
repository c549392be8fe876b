package org.evenkeel.simulator.work;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.kernel.trace.RecordedFact;
import org.evenkeel.kernel.trace.RecordedFact.Done;
import org.evenkeel.kernel.trace.RecordedFact.Dropped;
import org.evenkeel.kernel.trace.RecordedFact.Node;
import org.evenkeel.kernel.trace.RecordedFact.Submitted;
import org.evenkeel.model.TaskId;
import org.jspecify.annotations.Nullable;

/**
 * Reads the recordings of all nodes of a cluster. A last line that was torn by the end of its
 * daemon is left out and said.
 */
public final class RecordingReader {
    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final Map<TaskId, Submitted> tasks = new LinkedHashMap<>();
    private final Map<TaskId, String> enteredAt = new LinkedHashMap<>();
    private final Map<TaskId, Done> done = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();

    /**
     * Reads one file.
     *
     * @param name for errors
     * @throws IllegalArgumentException naming file, line and what is wrong
     */
    public RecordingReader file(String name, Iterator<String> lines) {
        if (!lines.hasNext() || !lines.next().equals(RecordedFact.HEADER)) {
            throw new IllegalArgumentException(
                    name + ":1: a recording must start with \"" + RecordedFact.HEADER + "\"");
        }
        int number = 1;
        long dropped = 0;
        Node node = null;
        while (lines.hasNext()) {
            String line = lines.next();
            number++;
            RecordedFact fact;
            try {
                fact = RecordedFact.parse(line);
                if (node == null && (fact instanceof Submitted || fact instanceof Done)) {
                    throw new IllegalArgumentException("no line names the node of this recording");
                }
            } catch (IllegalArgumentException e) {
                if (!lines.hasNext()) {
                    notes.add(name + ": the last line is torn and was skipped");
                    break;
                }
                throw new IllegalArgumentException(name + ":" + number + ": " + e.getMessage(), e);
            }
            switch (fact) {
                case Node found -> {
                    node = found;
                    nodes.put(found.name(), found);
                }
                case Dropped missing -> dropped += missing.count();
                case null -> {}
                default -> add(node, fact);
            }
        }
        if (dropped > 0) {
            notes.add(
                    "%s: %s facts are missing; the recorder was too slow or its file was full"
                            .formatted(name, dropped));
        }
        return this;
    }

    private void add(@Nullable Node node, RecordedFact fact) {
        if (fact instanceof Submitted submitted && node != null) {
            if (tasks.putIfAbsent(submitted.task(), submitted) == null) {
                enteredAt.put(submitted.task(), node.name());
            }
        } else if (fact instanceof Done ended) {
            done.merge(ended.task(), ended, (a, b) -> a.epochNanos() <= b.epochNanos() ? a : b);
        }
    }

    /**
     * What was read.
     *
     * @param sinceEpochNanos leaves out what was submitted earlier
     * @throws IllegalArgumentException if no task of it ended
     */
    public Recording build(long sinceEpochNanos) {
        tasks.values().removeIf(task -> task.epochNanos() < sinceEpochNanos);
        List<Node> sorted = new ArrayList<>(nodes.values());
        sorted.sort(Comparator.comparing(Node::name, RecordingReader::compareNames));
        Map<String, Integer> places = new LinkedHashMap<>();
        sorted.forEach(node -> places.put(node.name(), places.size()));
        Map<TaskId, Integer> indices = new LinkedHashMap<>();
        enteredAt.forEach((task, name) -> indices.put(task, places.get(name)));
        return Recording.of(new Recording.Facts(sorted, tasks, indices, done), notes);
    }

    /** n2 before n10. */
    static int compareNames(String a, String b) {
        int word = wordLength(a);
        if (a.length() != b.length() && word == wordLength(b) && a.regionMatches(0, b, 0, word)) {
            return Integer.compare(a.length(), b.length());
        }
        return a.compareTo(b);
    }

    /** Without the number at its end. */
    private static int wordLength(String name) {
        int length = name.length();
        while (length > 0 && name.charAt(length - 1) >= '0' && name.charAt(length - 1) <= '9') {
            length--;
        }
        return length;
    }
}
