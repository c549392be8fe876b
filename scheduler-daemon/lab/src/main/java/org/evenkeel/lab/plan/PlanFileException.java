package org.evenkeel.lab.plan;

/** A file that cannot be used; the message names it, the line, the key and what is wrong. */
public final class PlanFileException extends RuntimeException {
    /** Line 0 stands for the whole file. */
    PlanFileException(String file, int line, String what) {
        super(file + ":" + (line == 0 ? "" : line + ":") + " " + what);
    }
}
