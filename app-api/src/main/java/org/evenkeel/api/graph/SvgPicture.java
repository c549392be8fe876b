package org.evenkeel.api.graph;

import java.util.List;
import java.util.function.IntFunction;
import org.evenkeel.model.Numbers;

/**
 * A graph as a picture: a column for each length of the longest way there, curves between boxes.
 */
final class SvgPicture {

    static final String PLAIN = "#f4f4f4";

    private static final int WIDTH = 120;
    private static final int HEIGHT = 26;
    private static final int ACROSS = 180;
    private static final int DOWN = 40;
    private static final int MARGIN = 20;
    private static final int LONGEST_LABEL = 17;

    private SvgPicture() {}

    /**
     * Draws it.
     *
     * @param colour of each task
     */
    static String of(TaskGraph graph, IntFunction<String> colour) {
        List<TaskGraph.Entry> tasks = graph.tasks();
        int[] column = new int[tasks.size()];
        int[] row = new int[tasks.size()];
        int[] rows = new int[tasks.size() + 1];
        int columns = 0;
        int most = 0;
        for (int task = 0; task < column.length; task++) {
            for (int input : tasks.get(task).inputs()) {
                column[task] = Math.max(column[task], column[input] + 1);
            }
            row[task] = rows[column[task]]++;
            columns = Math.max(columns, column[task] + 1);
            most = Math.max(most, rows[column[task]]);
        }
        StringBuilder svg = new StringBuilder();
        svg.append(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"11\">%n"
                        .formatted(
                                2 * MARGIN + (columns - 1) * ACROSS + WIDTH,
                                2 * MARGIN + (most - 1) * DOWN + HEIGHT));
        for (int task = 0; task < column.length; task++) {
            for (int input : tasks.get(task).inputs()) {
                int fromX = MARGIN + column[input] * ACROSS + WIDTH;
                int fromY = MARGIN + row[input] * DOWN + HEIGHT / 2;
                int toX = MARGIN + column[task] * ACROSS;
                int toY = MARGIN + row[task] * DOWN + HEIGHT / 2;
                svg.append(
                        "<path d=\"M%d %d C%d %d %d %d %d %d\" fill=\"none\" stroke=\"#999\"/>%n"
                                .formatted(
                                        fromX, fromY, fromX + 30, fromY, toX - 30, toY, toX, toY));
            }
        }
        for (int task = 0; task < column.length; task++) {
            box(
                    svg,
                    tasks.get(task),
                    MARGIN + column[task] * ACROSS,
                    MARGIN + row[task] * DOWN,
                    colour.apply(task));
        }
        return svg.append("</svg>\n").toString();
    }

    private static void box(
            StringBuilder svg, TaskGraph.Entry task, int left, int top, String colour) {
        String label =
                task.name().length() <= LONGEST_LABEL
                        ? task.name()
                        : task.name().substring(0, LONGEST_LABEL - 1) + "…";
        svg.append(
                "<g><title>%s</title><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\" fill=\"%s\" stroke=\"#444\"/><text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text></g>%n"
                        .formatted(
                                escaped(
                                        "%s: work %s, %,d bytes"
                                                .formatted(
                                                        task.name(),
                                                        Numbers.format("%.4g", task.work()),
                                                        task.bytes())),
                                left,
                                top,
                                WIDTH,
                                HEIGHT,
                                colour,
                                left + WIDTH / 2,
                                top + HEIGHT / 2 + 4,
                                escaped(label)));
    }

    /** As XML; characters that XML has not are left out. */
    static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        text.codePoints()
                .filter(SvgPicture::isXml)
                .forEach(point -> {
                    switch (point) {
                        case '&' -> escaped.append("&amp;");
                        case '<' -> escaped.append("&lt;");
                        case '>' -> escaped.append("&gt;");
                        case '"' -> escaped.append("&quot;");
                        default -> escaped.appendCodePoint(point);
                    }
                });
        return escaped.toString();
    }

    private static boolean isXml(int point) {
        boolean surrogate = point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
        return point >= ' ' && !surrogate && point != 0xfffe && point != 0xffff;
    }
}
