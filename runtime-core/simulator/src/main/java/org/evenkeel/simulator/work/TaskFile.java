package org.evenkeel.simulator.work;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import org.evenkeel.model.Numbers;
import org.evenkeel.simulator.work.Workload.Arrival;

/**
 * A file of tasks, one in a line: {@code seconds node serviceSeconds [bytes]}. Nodes count from 0;
 * what follows a {@code #} is a comment; lines may come in any order.
 */
public record TaskFile(String name, int nodes) {
    private static final Pattern GAPS = Pattern.compile("[\\s,;]+");
    private static final long DEFAULT_BYTES = 100;
    private static final long MAX_BYTES = 1L << 40;

    /**
     * Reads one.
     *
     * @param name of the file, for errors
     * @param nodes of the cluster
     * @throws IllegalArgumentException naming file, line and what is wrong
     */
    public static RecordedWorkload read(String name, List<String> lines, int nodes) {
        TaskFile file = new TaskFile(name, nodes);
        List<Arrival> arrivals = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            int comment = line.indexOf('#');
            String text = (comment < 0 ? line : line.substring(0, comment)).strip();
            if (!text.isEmpty()) {
                arrivals.add(file.arrival(i + 1, GAPS.split(text, -1)));
            }
        }
        if (arrivals.isEmpty()) {
            throw new IllegalArgumentException(name + " has no tasks");
        }
        arrivals.sort(Comparator.comparingLong(Arrival::atNanos));
        return new RecordedWorkload(name, arrivals);
    }

    private Arrival arrival(int line, String[] words) {
        if (words.length < 3 || words.length > 4) {
            throw wrong(line, "a line must be: seconds node serviceSeconds [bytes]");
        }
        long bytes = words.length == 3 ? DEFAULT_BYTES : number(line, "bytes", words[3], MAX_BYTES);
        int node = (int) number(line, "node", words[1], Integer.MAX_VALUE);
        if (node >= nodes) {
            throw wrong(line, "node " + node + " is out of range; nodes are 0 to " + (nodes - 1));
        }
        long service = time(line, words[2]);
        return new Arrival(
                time(line, words[0]),
                node,
                new SimWork("task", service, 0, List.of(), bytes, bytes, 1, 0, false));
    }

    private long time(int line, String word) {
        try {
            return Seconds.nanos(word);
        } catch (IllegalArgumentException e) {
            throw wrong(line, String.valueOf(e.getMessage()));
        }
    }

    private long number(int line, String what, String word, long most) {
        return Numbers.whole(word, 0, most)
                .orElseThrow(() ->
                        wrong(
                                line,
                                what + ": \"" + word + "\" is not a whole number of 0 or more"));
    }

    private IllegalArgumentException wrong(int line, String what) {
        return new IllegalArgumentException(name + ":" + line + ": " + what);
    }
}
