package org.evenkeel.kernel.journal;

/**
 * Writing did not succeed. What was handed over since the last force may be durable or not; the
 * journal takes nothing more, and the process must end without saying anything that depends on it.
 */
public final class JournalFailedException extends Exception {

    public JournalFailedException(String what, Throwable cause) {
        super(
                what + ": " + (cause.getMessage() == null ? cause.toString() : cause.getMessage()),
                cause);
    }
}
