package org.evenkeel.examples.program;

/**
 * The program was called in a way it does not understand; the message says what to write instead.
 */
public final class UsageException extends RuntimeException {
    public UsageException(String message) {
        super(message);
    }
}
