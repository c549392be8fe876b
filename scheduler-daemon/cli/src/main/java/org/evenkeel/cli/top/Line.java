package org.evenkeel.cli.top;

import org.evenkeel.cli.text.TerminalColours;

/**
 * A line of the screen.
 *
 * @param text printable, and not wider than the screen
 */
public record Line(String text, Style style) {

    /** What a line is; colours say nothing that the text does not say. */
    public enum Style {
        PLAIN,
        HEADING,
        SELECTED,
        PROBLEM,
        HELP
    }

    static Line plain(String text) {
        return new Line(text, Style.PLAIN);
    }

    /** The text with colours, if there are any. */
    String painted(TerminalColours colours) {
        return switch (style) {
            case PLAIN -> text;
            case HEADING, SELECTED -> colours.bold(text);
            case PROBLEM -> colours.bad(text);
            case HELP -> colours.faint(text);
        };
    }
}
