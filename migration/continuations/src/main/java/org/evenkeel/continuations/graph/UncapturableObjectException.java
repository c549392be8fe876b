package org.evenkeel.continuations.graph;

/** Something that a task holds cannot be suspended; the message has the path to it. */
public final class UncapturableObjectException extends Exception {

    public UncapturableObjectException(String message) {
        super(message);
    }
}
