package org.evenkeel.client;

import org.evenkeel.model.Printable;
import org.evenkeel.wire.WireLimits;

/** Which names jobs may have: operators read them. */
public final class JobNames {

    /** Longest name, in characters. */
    public static final int MAX_LENGTH = WireLimits.MAX_TEXT_LENGTH;

    /** The name of a job that was given none: the program's main class. */
    public static String ofThisProgram() {
        String command = System.getProperty("sun.java.command", "java");
        String first = command.split("\\s+", 2)[0];
        String name = Printable.of(first.substring(first.lastIndexOf('/') + 1));
        return name.substring(0, Math.min(name.length(), MAX_LENGTH));
    }

    /**
     * The name.
     *
     * @throws IllegalArgumentException if it is too long, or has a character that is not printable
     */
    public static String checked(String name) {
        if (name.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "the name of a job has at most %,d characters, not %,d"
                            .formatted(MAX_LENGTH, name.length()));
        }
        return Printable.checkedName("a job", name);
    }
}
