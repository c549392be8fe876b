package org.evenkeel.continuations.frames;

/** A frame that does not fit the code it is to resume in: the checkpoint is of other code. */
public final class WrongFrame extends Error {

    public WrongFrame(String message) {
        super(message);
    }
}
