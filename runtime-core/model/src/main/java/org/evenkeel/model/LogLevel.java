package org.evenkeel.model;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a line of a task's log is; the number on the wire is the ordinal, so the order stays. */
public enum LogLevel {
    /** Printed to standard output. */
    OUT,
    /** Printed to standard error. */
    ERR,
    TRACE,
    DEBUG,
    INFO,
    WARN,
    ERROR,
    /** With what an attempt failed: not printed by the task, but by its worker. */
    FAILED,
    /** Not of the task: in its place lines are missing that could not be stored. */
    LOST;

    private static final LogLevel[] ALL = values();

    /** As people write it. */
    public String spelling() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** As it is on the wire. */
    @SuppressWarnings("EnumOrdinal") // the order stays
    public int number() {
        return ordinal();
    }

    /** The level of a number on the wire, null for none. */
    public static @Nullable LogLevel of(int number) {
        return number >= 0 && number < ALL.length ? ALL[number] : null;
    }
}
