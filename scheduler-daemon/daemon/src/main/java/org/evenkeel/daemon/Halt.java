package org.evenkeel.daemon;

import org.evenkeel.model.Printable;
import org.slf4j.Logger;

/** Ends the daemon's process at once, without its shutdown hooks. */
final class Halt {
    /** Writes the message to the log and to standard error; does not return. */
    static void now(Logger log, String message, int exitCode) {
        log.error("daemon stops at once: {}", message);
        System.err.println("evenkeel daemon: " + Printable.lines(message));
        System.err.flush();
        Runtime.getRuntime().halt(exitCode);
    }
}
