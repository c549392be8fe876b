package org.evenkeel.cli.top;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.cli.top.Line.Style;

/**
 * What a terminal shows of a state: as many lines as it has rows.
 *
 * @param keys whether there are keys, and marks where they act
 */
public record TopScreen(TopState state, boolean keys, int columns, int rows, long nowNanos) {
    private static final String GAP = "  ";

    /** Rows with which all three tables can be told apart. */
    private static final int MIN_ROWS_OF_TABLES = 6;

    private static final String[] KEYS = {
        "Tab, right, left   next table, table before",
        "up, down           select a row; page up, page down, Home, End",
        "s                  sort by the next column; ^ the smallest first, v the largest",
        "r                  sort in the other direction",
        "Enter              open a task: its history, and why it does not run;",
        "                   of a machine or a job: show its tasks",
        "Esc                back from a task; show all rows again",
        "/                  show only rows with the text that you type; Enter keeps it;",
        "                   =n1 finds n1, and not n10",
        "p                  stop refreshing this screen; p again continues",
        "q, Ctrl-C          end",
        "",
        "busy      workers that run a task, of all workers",
        "tasks/s   tasks that ended per second since the last refresh, failed ones too",
        "parked    tasks that have started and wait for others",
        "for       how long a task is in its state there; > if it was there before top",
        "",
        "Any key goes back."
    };

    /**
     * The lines, none wider than the terminal.
     *
     * @param nowNanos on the clock of the looks
     */
    public static List<Line> lines(TopState state, int columns, int rows, long nowNanos) {
        return new TopScreen(state, true, Math.max(1, columns), Math.max(1, rows), nowNanos)
                .lines();
    }

    /** The same without what is for keys, and without empty lines at the end. */
    public static List<String> text(TopState state, int columns, int rows, long nowNanos) {
        List<Line> lines = new TopScreen(state, false, columns, rows + 1, nowNanos).lines();
        List<String> text = lines.stream().limit(rows).map(Line::text).toList();
        return text.reversed().stream().dropWhile(String::isEmpty).toList().reversed();
    }

    private List<Line> lines() {
        List<Line> lines = new ArrayList<>(header());
        int room = Math.max(0, rows - lines.size() - 1);
        lines.addAll(body(room));
        while (lines.size() < rows - 1) {
            lines.add(Line.plain(""));
        }
        List<Line> screen = new ArrayList<>(lines.subList(0, rows - 1));
        screen.add(new Line(Cells.cut(help(), columns), Style.HELP));
        return screen;
    }

    /** What goes wrong, if anything does; then the figures of the whole cluster. */
    private List<Line> header() {
        List<Line> lines = new ArrayList<>();
        String problems = problems();
        if (!problems.isEmpty()) {
            lines.add(new Line(Cells.cut("! " + problems, columns), Style.PROBLEM));
        }
        Look look = state.look();
        String figures = look == null ? "asking all nodes" : figures(look);
        lines.add(new Line(Cells.cut(figures, columns), Style.HEADING));
        return lines;
    }

    private String problems() {
        Look look = state.look();
        if (!state.failure().isEmpty()) {
            String old = look == null ? "" : "; the figures are " + age(look) + " old";
            return "no daemon answers; trying again" + old + ": " + state.failure();
        }
        return look == null || look.silent().isEmpty()
                ? ""
                : "no answer from " + String.join(", ", look.silent().keySet());
    }

    private String age(Look look) {
        return Tables.time(Math.max(0, nowNanos - look.atNanos()));
    }

    /** Those for which there is room, the most important ones first. */
    private String figures(Look look) {
        List<MachineRow> machines = state.machineRows();
        long workers = machines.stream().mapToLong(MachineRow::workers).sum();
        long busy = machines.stream().mapToLong(MachineRow::busy).sum();
        long waiting = machines.stream().mapToLong(MachineRow::waiting).sum();
        long moves =
                look.nodes().stream().mapToLong(node -> node.getTotals().getMovedToSave()).sum();
        long saved =
                look.nodes().stream().mapToLong(node -> node.getTotals().getSavedNanos()).sum();
        List<String> figures = new ArrayList<>();
        if (state.isPaused()) {
            figures.add("PAUSED, " + age(look) + " ago");
        }
        long gone = machines.stream().filter(row -> row.gone() != null).count();
        figures.add(
                count(machines.size() - gone, "machine")
                        + (gone > 0 ? ", " + NumberFormatter.count(gone) + " gone" : ""));
        figures.add(NumberFormatter.count(busy) + " of " + count(workers, "worker") + " busy");
        figures.add(NumberFormatter.count(waiting) + " waiting");
        figures.add(Tables.rate(perSecond(machines)) + " tasks/s");
        if (moves > 0) {
            figures.add("moves saved " + NumberFormatter.seconds(saved / 1e9));
        }
        StringBuilder line = new StringBuilder();
        for (String figure : figures) {
            String more = (line.isEmpty() ? "" : GAP) + figure;
            if (line.isEmpty() || Cells.width(line + more) <= columns) {
                line.append(more);
            }
        }
        return line.toString();
    }

    private static String count(long count, String what) {
        return NumberFormatter.count(count) + " " + what + (count == 1 ? "" : "s");
    }

    /** Of those machines of which it is known. */
    static OptionalDouble perSecond(List<MachineRow> machines) {
        List<OptionalDouble> known =
                machines.stream()
                        .map(MachineRow::perSecond)
                        .filter(OptionalDouble::isPresent)
                        .toList();
        return known.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(known.stream().mapToDouble(OptionalDouble::getAsDouble).sum());
    }

    private List<Line> body(int room) {
        StoryPage story = state.story();
        return switch (state.page()) {
            case TABLES, FILTER -> tables(room);
            case TASK -> story == null ? List.of() : task(story, room);
            case KEYS ->
                    Arrays.stream(KEYS).map(key -> Line.plain(Cells.cut(key, columns))).toList();
        };
    }

    private List<Line> task(StoryPage story, int room) {
        List<Line> lines = new ArrayList<>();
        lines.add(new Line(Cells.cut("task " + story.task(), columns), Style.HEADING));
        story.lines(columns, Math.max(1, room - 1))
                .forEach(line -> lines.add(Line.plain(Cells.cut(line, columns))));
        return lines;
    }

    private List<Line> tables(int room) {
        List<Table<?>> shown = room < MIN_ROWS_OF_TABLES ? List.of(state.focus()) : state.tables();
        int[] share = share(shown, room - shown.size());
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < shown.size(); i++) {
            Table<?> table = shown.get(i);
            lines.addAll(
                    new TableText<>(table, keys && table == state.focus(), columns, share[i])
                            .lines());
        }
        return lines;
    }

    /** How many rows each gets: the same for all, but one that needs fewer gets fewer. */
    private static int[] share(List<Table<?>> tables, int room) {
        int[] share = new int[tables.size()];
        int left = room;
        boolean given = true;
        while (left > 0 && given) {
            given = false;
            for (int i = 0; i < share.length && left > 0; i++) {
                if (share[i] < Math.max(1, tables.get(i).shown().size())) {
                    share[i]++;
                    left--;
                    given = true;
                }
            }
        }
        return share;
    }

    private String help() {
        if (!state.note().isEmpty()) {
            return state.note();
        }
        String filter = state.focus().filter();
        return switch (state.page()) {
            case TABLES ->
                    "%sq quit  ? keys  Tab table  s sort  r reverse  Enter open  / filter  p pause"
                            .formatted(filter.isEmpty() ? "" : "/" + filter + "  Esc show all  ");
            case FILTER -> "/" + filter + "_  Enter keep  Esc show all";
            case TASK -> "q quit  ? keys  Esc back  up, down scroll  p pause";
            case KEYS -> "q quit  any key back";
        };
    }
}
