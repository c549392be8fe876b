package org.evenkeel.continuations.graph;

/** Something that a task holds cannot be put away; the message has the path to it. */
public final class CannotTravel extends Exception {

    private static final long serialVersionUID = 1L;

    public CannotTravel(String message) {
        super(message);
    }
}
