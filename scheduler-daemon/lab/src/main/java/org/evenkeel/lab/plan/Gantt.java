package org.evenkeel.lab.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import org.evenkeel.model.Numbers;

/** Rows of bars over time, as an SVG picture that needs no fonts to be drawn. */
final class Gantt {
    /** Bars that are drawn; a browser shows no more anyway. */
    static final int MAX_BARS = 100_000;

    private static final int WIDTH = 1_200;
    private static final int LEFT = 140;
    private static final int TOP = 50;
    private static final int ROW = 24;
    private static final int RIGHT = 30;
    private static final int MARKS = 8;
    private static final double LETTER = 7;

    private final String title;
    private final double end;
    private final DoubleFunction<String> time;
    private final List<Row> rows = new ArrayList<>();

    /**
     * A picture.
     *
     * @param end of time, in the unit of the bars
     * @param time how the axis calls a time
     */
    Gantt(String title, double end, DoubleFunction<String> time) {
        this.title = title;
        this.end = end > 0 ? end : 1;
        this.time = time;
    }

    /** What a bar stands for, and its colour. */
    enum Kind {
        /** That a daemon is there. */
        OPEN("#e6ebf1"),
        WORK("#4878a8"),
        PARTIAL("#e0a040"),
        MESSAGE("#709070"),
        BROADCAST("#a05868");

        private final String colour;

        Kind(String colour) {
            this.colour = colour;
        }
    }

    record Bar(double start, double end, Kind kind, String label) {}

    private record Row(String label, List<Bar> bars) {}

    /** Adds a row below the others. */
    void row(String label, List<Bar> bars) {
        rows.add(new Row(label, List.copyOf(bars)));
    }

    /** The picture. */
    String svg() {
        int height = TOP + ROW * rows.size() + 30;
        StringBuilder svg = new StringBuilder();
        svg.append(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">%n"
                        .formatted(WIDTH, height, WIDTH, height));
        svg.append("<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
        text(svg, LEFT, 20, "", title);
        for (int mark = 0; mark <= MARKS; mark++) {
            mark(svg, end * mark / MARKS, height);
        }
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            int top = TOP + ROW * i;
            text(svg, LEFT - 8, top + 16, " text-anchor=\"end\"", shortened(row.label(), LEFT));
            for (Bar bar : row.bars()) {
                bar(svg, bar, top);
            }
        }
        return svg.append("</svg>\n").toString();
    }

    private void mark(StringBuilder svg, double at, int height) {
        svg.append(
                line(
                        "<line x1=\"%.2f\" y1=\"%d\" x2=\"%.2f\" y2=\"%d\" stroke=\"#cccccc\"/>%n",
                        x(at), TOP - 6, x(at), height - 28));
        text(svg, x(at), height - 10, " text-anchor=\"middle\"", time.apply(at));
    }

    private void bar(StringBuilder svg, Bar bar, int top) {
        double width = Math.max(0.5, x(bar.end()) - x(bar.start()));
        boolean open = bar.kind() == Kind.OPEN;
        svg.append(
                line(
                        "<rect x=\"%.2f\" y=\"%d\" width=\"%.2f\" height=\"%d\" fill=\"%s\"%s><title>%s</title></rect>%n",
                        x(bar.start()),
                        top + (open ? 1 : 3),
                        width,
                        ROW - (open ? 2 : 6),
                        bar.kind().colour,
                        open ? "" : " stroke=\"#ffffff\" stroke-width=\"0.5\"",
                        escaped(
                                "%s: %s to %s"
                                        .formatted(
                                                bar.label(),
                                                time.apply(bar.start()),
                                                time.apply(bar.end())))));
        if (!open && bar.label().length() * LETTER + 4 < width) {
            double middle = (x(bar.start()) + x(bar.end())) / 2;
            text(svg, middle, top + 16, " text-anchor=\"middle\" fill=\"#ffffff\"", bar.label());
        }
    }

    private double x(double at) {
        return LEFT + (WIDTH - LEFT - RIGHT) * at / end;
    }

    private static void text(StringBuilder svg, double x, int y, String more, String text) {
        svg.append(line("<text x=\"%.2f\" y=\"%d\"%s>%s</text>%n", x, y, more, escaped(text)));
    }

    private static String shortened(String text, int pixels) {
        int most = (int) (pixels / LETTER) - 1;
        return text.length() <= most ? text : text.substring(0, most - 1) + "…";
    }

    private static String line(String form, Object... values) {
        return Numbers.format(form, values);
    }

    /** What XML knows; characters that it does not are left out. */
    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        text.codePoints()
                .forEach(point -> {
                    switch (point) {
                        case '&' -> escaped.append("&amp;");
                        case '<' -> escaped.append("&lt;");
                        case '>' -> escaped.append("&gt;");
                        case '"' -> escaped.append("&quot;");
                        default -> {
                            boolean surrogate = point >= 0xd800 && point <= 0xdfff;
                            if (point >= ' ' && !surrogate && point < 0xfffe) {
                                escaped.appendCodePoint(point);
                            }
                        }
                    }
                });
        return escaped.toString();
    }
}
