package org.evenkeel.cli.top;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.model.Printable;
import org.jline.utils.WCWidth;

/**
 * Text in the columns of a terminal, where a wide character takes two and a combining mark none.
 * All of it is printable, whatever it was made of.
 */
final class Cells {
    private static final String CUT = "…";

    /** Marks above and below one character; more of them would cover other lines. */
    private static final int MAX_MARKS = 2;

    /** Columns that a printable text takes. */
    static int width(String printable) {
        return printable.codePoints().map(point -> Math.max(0, WCWidth.wcwidth(point))).sum();
    }

    /** The text in so many columns at most; the end says that something is left out. */
    static String cut(String text, int columns) {
        StringBuilder cut = new StringBuilder();
        int width = 0;
        int marks = 0;
        int lengthWithRoom = 0;
        for (int i = 0; i < text.length(); ) {
            int point = text.codePointAt(i);
            i += Character.charCount(point);
            String shown = Printable.of(Character.toString(point));
            int wide = width(shown);
            marks = wide == 0 ? marks + 1 : 0;
            if (marks > MAX_MARKS || wide == 0 && width == 0) {
                continue;
            }
            if (width + wide > columns) {
                cut.setLength(lengthWithRoom);
                return columns > 0 ? cut + CUT : "";
            }
            cut.append(shown);
            width += wide;
            lengthWithRoom = width < columns ? cut.length() : lengthWithRoom;
        }
        return cut.toString();
    }

    /** The text in just so many columns, at their left or right end. */
    static String fit(String text, int columns, boolean right) {
        String cut = cut(text, columns);
        String space = " ".repeat(Math.max(0, columns - width(cut)));
        return right ? space + cut : cut + space;
    }

    /** The text on as many lines as it needs; all but the first one begin with this margin. */
    static List<String> wrap(String text, int columns, int margin) {
        int indent = Math.min(margin, Math.max(0, columns - 1));
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : Printable.of(text).split("(?<= )")) {
            String rest = word;
            while (width(line + rest.stripTrailing()) > columns) {
                boolean empty = line.toString().isBlank();
                int room = columns - width(line.toString());
                int taken = empty ? prefix(rest, room) : 0;
                line.append(rest, 0, taken);
                rest = rest.substring(taken);
                lines.add(line.toString().stripTrailing());
                line = new StringBuilder(" ".repeat(indent));
            }
            line.append(rest);
        }
        if (lines.isEmpty() || !line.toString().isBlank()) {
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }

    /** How many UTF-16 units fit into these columns; those of one character at least. */
    private static int prefix(String printable, int columns) {
        int end = Character.charCount(printable.codePointAt(0));
        int width = width(printable.substring(0, end));
        while (end < printable.length()) {
            int point = printable.codePointAt(end);
            width += Math.max(0, WCWidth.wcwidth(point));
            if (width > columns) {
                break;
            }
            end += Character.charCount(point);
        }
        return end;
    }
}
