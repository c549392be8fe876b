package org.evenkeel.lab.plan;

import java.util.Optional;
import java.util.stream.Stream;

/** A program whose graph is made instead of read. */
public enum Program {
    GAUSS_JORDAN("gauss-jordan", "Gauss-Jordan"),
    LU("lu", "LU");

    private final String word;
    private final String title;

    Program(String word, String title) {
        this.word = word;
        this.title = title;
    }

    /** What the command line calls it. */
    public String word() {
        return word;
    }

    /** What people call it. */
    public String title() {
        return title;
    }

    /** The one that is called so. */
    public static Optional<Program> of(String word) {
        return Stream.of(values()).filter(program -> program.word.equals(word)).findFirst();
    }
}
