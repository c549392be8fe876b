package org.evenkeel.lab.table1;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the tasks of the queens program cost for 14 queens, recorded once: boards looked at, which
 * is the same on every machine. {@code org.evenkeel.examples.queens.QueensCosts} prints it.
 */
public final class QueensRecording {
    /** Rows that are filled in the finest cut that is recorded. */
    public static final int MOST_DEPTH = 3;

    private static final String FILE = "queens-14.costs";

    private record Line(List<Integer> columns, long boards) {}

    private final List<Line> lines;

    private QueensRecording(List<Line> lines) {
        this.lines = List.copyOf(lines);
    }

    /** Reads what is shipped. */
    public static QueensRecording read() {
        try (InputStream in = QueensRecording.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException(FILE + " is missing in this build");
            }
            return read(new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static QueensRecording read(BufferedReader reader) throws IOException {
        List<Line> lines = new ArrayList<>();
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            if (!line.startsWith("#")) {
                String[] words = line.split(" ");
                List<Integer> columns =
                        Arrays.stream(words, 0, MOST_DEPTH).map(Integer::valueOf).toList();
                lines.add(new Line(columns, Long.parseLong(words[MOST_DEPTH])));
            }
        }
        return new QueensRecording(lines);
    }

    /**
     * Boards that each task looks at.
     *
     * @param depth rows filled before the work is cut, 1 to {@link #MOST_DEPTH}; a task of a
     *     coarser cut does what all below it do
     */
    public List<Long> boards(int depth) {
        Map<List<Integer>, Long> sums = new LinkedHashMap<>();
        for (Line line : lines) {
            sums.merge(line.columns().subList(0, depth), line.boards(), Long::sum);
        }
        return List.copyOf(sums.values());
    }

    /** The same as times, in seconds, that take as long together as the serial program. */
    public List<Double> seconds(int depth, double serialSeconds) {
        List<Long> boards = boards(depth);
        double all = boards.stream().mapToLong(Long::longValue).sum();
        return boards.stream().map(some -> some / all * serialSeconds).toList();
    }
}
