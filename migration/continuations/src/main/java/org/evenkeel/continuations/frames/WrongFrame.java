package org.evenkeel.continuations.frames;

/** A frame that does not fit the code it is to go on in: the checkpoint is of other code. */
public final class WrongFrame extends Error {

    private static final long serialVersionUID = 1L;

    public WrongFrame(String message) {
        super(message);
    }
}
