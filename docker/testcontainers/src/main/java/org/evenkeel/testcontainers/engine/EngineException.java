package org.evenkeel.testcontainers.engine;

/** The engine is not there, or did not do what it was asked for; the message says what to do. */
public final class EngineException extends RuntimeException {

    public EngineException(String message) {
        super(message);
    }

    public EngineException(String message, Throwable cause) {
        super(message, cause);
    }
}
