package org.evenkeel.continuations.graph;

/** Something that a task holds cannot be suspended; the message has the path to it. */
public final class UncapturableObjectException extends Exception {

    private static final long serialVersionUID = 1L;

    public UncapturableObjectException(String message) {
        super(message);
    }
}
