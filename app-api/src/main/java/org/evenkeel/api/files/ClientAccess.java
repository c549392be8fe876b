package org.evenkeel.api.files;

import java.io.PrintStream;

/** What a running task can reach of the program that submitted it. */
public interface ClientAccess {

    /**
     * Returns the files of the program that submitted this task. Streams opened through it stay
     * open when the task is suspended, and continue at the same position after it has resumed
     * elsewhere.
     */
    default ClientFiles files() {
        return ClientFiles.of(this);
    }

    /**
     * Returns the standard output of the program that submitted this task. Each line appears there
     * once and in order, however often the task moves. {@code System.out} of a task writes to the
     * log of its worker instead.
     */
    default PrintStream out() {
        return TaskPrinter.out(this);
    }

    /** Returns the standard error of the program that submitted this task; see {@link #out}. */
    default PrintStream err() {
        return TaskPrinter.err(this);
    }
}
