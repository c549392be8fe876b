package org.evenkeel.cli.top;

/**
 * A key that was pressed.
 *
 * @param point the character, for a key that has one
 */
record Key(Kind kind, int point) {

    /** Keys that do something, all others are {@code OTHER}. */
    enum Kind {
        CHARACTER,
        UP,
        DOWN,
        LEFT,
        RIGHT,
        PAGE_UP,
        PAGE_DOWN,
        HOME,
        END,
        TAB,
        BACK_TAB,
        ENTER,
        ESCAPE,
        BACKSPACE,
        /** Ctrl-C, or there will be no more keys. */
        INTERRUPT,
        OTHER
    }

    static Key of(Kind kind) {
        return new Key(kind, 0);
    }

    static Key of(char character) {
        return new Key(Kind.CHARACTER, character);
    }

    boolean is(char character) {
        return kind == Kind.CHARACTER && point == character;
    }
}
