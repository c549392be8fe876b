package org.evenkeel.cli.top;

import org.evenkeel.cli.top.Key.Kind;
import org.jspecify.annotations.Nullable;

/** Makes keys of the characters that a terminal sends; some keys send several. */
record KeyReader(Characters characters) {
    private static final int NONE = -2;
    private static final int END_OF_INPUT = -1;
    private static final int ESCAPE = 27;
    private static final int DELETE = 127;

    /** Of a sequence, the next character is there at once; the key Esc is alone. */
    private static final long SEQUENCE_MILLIS = 50;

    private static final int MAX_SEQUENCE = 16;

    /** Where characters come from. */
    @FunctionalInterface
    interface Characters {
        /** The next UTF-16 unit, -1 at the end, -2 when none came within that time. */
        int read(long millis);
    }

    /** The next key; null when none came within that time, more than 0. */
    @Nullable Key next(long millis) {
        int unit = characters.read(millis);
        return switch (unit) {
            case NONE -> null;
            case END_OF_INPUT, 3 -> Key.of(Kind.INTERRUPT);
            case ESCAPE -> sequence();
            case '\t' -> Key.of(Kind.TAB);
            case '\r', '\n' -> Key.of(Kind.ENTER);
            case '\b', DELETE -> Key.of(Kind.BACKSPACE);
            default -> character(unit);
        };
    }

    private Key character(int unit) {
        if (unit < ' ') {
            return Key.of(Kind.OTHER);
        }
        if (Character.isHighSurrogate((char) unit)) {
            int low = characters.read(SEQUENCE_MILLIS);
            return low >= 0 && Character.isLowSurrogate((char) low)
                    ? new Key(Kind.CHARACTER, Character.toCodePoint((char) unit, (char) low))
                    : Key.of(Kind.OTHER);
        }
        return new Key(Kind.CHARACTER, unit);
    }

    /** What follows ESC: {@code [} or {@code O}, figures, and a character that ends it. */
    private Key sequence() {
        int first = characters.read(SEQUENCE_MILLIS);
        if (first != '[' && first != 'O') {
            return Key.of(first == NONE ? Kind.ESCAPE : Kind.OTHER);
        }
        StringBuilder figures = new StringBuilder();
        int unit = characters.read(SEQUENCE_MILLIS);
        while (unit >= ' ' && unit < '@' && figures.length() < MAX_SEQUENCE) {
            figures.append((char) unit);
            unit = characters.read(SEQUENCE_MILLIS);
        }
        return Key.of(
                switch (unit) {
                    case 'A' -> Kind.UP;
                    case 'B' -> Kind.DOWN;
                    case 'C' -> Kind.RIGHT;
                    case 'D' -> Kind.LEFT;
                    case 'H' -> Kind.HOME;
                    case 'F' -> Kind.END;
                    case 'Z' -> Kind.BACK_TAB;
                    case '~' -> numbered(figures.toString());
                    default -> Kind.OTHER;
                });
    }

    private static Kind numbered(String figures) {
        return switch (figures) {
            case "1", "7" -> Kind.HOME;
            case "4", "8" -> Kind.END;
            case "5" -> Kind.PAGE_UP;
            case "6" -> Kind.PAGE_DOWN;
            default -> Kind.OTHER;
        };
    }
}
