package org.evenkeel.lab;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.evenkeel.cli.CommandFailure;
import org.evenkeel.cli.ExitCode;
import org.evenkeel.cli.query.MigrationLine;
import org.evenkeel.cli.text.TextTable;
import org.evenkeel.lab.bench.MoveRun;
import org.evenkeel.model.Numbers;

/** What moving tasks with large arrays takes, as text and as JSON. */
record MoveReport(MoveRun.Results results) {
    static final List<String> KINDS = List.of("byte", "long", "double");

    private static final Pattern MEGABYTES =
            Pattern.compile("(\\d{1,4})m", Pattern.CASE_INSENSITIVE);
    private static final int MOST_MEGABYTES = 1000;
    private static final double MILLIS = 1e3;

    /**
     * The value of {@code --bytes}; a checkpoint is below 1 GiB.
     *
     * @throws CommandFailure if it is none
     */
    static int bytes(String text) throws CommandFailure {
        Matcher matcher = MEGABYTES.matcher(text);
        int megabytes = matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
        if (megabytes < 1 || megabytes > MOST_MEGABYTES) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "--bytes " + text + " is out of range; use 1m to " + MOST_MEGABYTES + "m");
        }
        return megabytes << 20;
    }

    /** A row for each kind of array, times in milliseconds. */
    TextTable table() {
        TextTable table =
                TextTable.of(
                        ("array|move, ms|plain copy, ms|of its speed|warm, ms|%s|"
                                        + "peak of n2, MiB|of n1, MiB")
                                .formatted(String.join("|", MigrationLine.PARTS)));
        for (MoveRun.Result one : results.kinds()) {
            List<String> row =
                    new ArrayList<>(
                            List.of(
                                    one.kind() + "[]",
                                    millis(one.moveSeconds()),
                                    millis(one.copySeconds()),
                                    Numbers.format("%.0f %%", 100 * one.ratio()),
                                    millis(one.warmCopySeconds())));
            MigrationLine.PARTS.forEach(
                    part -> row.add(millis(one.partSeconds().getOrDefault(part, Double.NaN))));
            row.add(megabytes(one.daemonBytes().getOrDefault("n2", 0L)));
            row.add(megabytes(one.daemonBytes().getOrDefault("n1", 0L)));
            table.row(row.toArray(String[]::new));
        }
        return table;
    }

    /** What single steps take that a move has more than one of. */
    String steps() {
        return "one SHA-256 of as many bytes takes %s ms, writing them to a file %s ms"
                .formatted(millis(results.digestSeconds()), millis(results.writeSeconds()));
    }

    private static String millis(double seconds) {
        return Double.isNaN(seconds) ? "-" : Numbers.format("%,.0f", seconds * MILLIS);
    }

    private static String megabytes(long bytes) {
        return bytes == 0 ? "-" : Numbers.format("%,d", bytes >> 20);
    }

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        for (MoveRun.Result one : results.kinds()) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("moveSeconds", one.moveSeconds());
            fields.put("copySeconds", one.copySeconds());
            fields.put("warmCopySeconds", one.warmCopySeconds());
            fields.put("ratio", one.ratio());
            one.partSeconds()
                    .forEach((part, seconds) -> {
                        if (!Double.isNaN(seconds)) {
                            fields.put(part + "Seconds", seconds);
                        }
                    });
            fields.put("daemonPeakBytes", one.daemonBytes());
            json.put(one.kind(), fields);
        }
        json.put("digestSeconds", results.digestSeconds());
        json.put("writeSeconds", results.writeSeconds());
        return json;
    }
}
