package org.evenkeel.continuations.envelope;

import java.io.IOException;

/** A checkpoint in order, but not one that this JVM may go on from; the message says why. */
public final class RefusedCheckpoint extends IOException {

    private static final long serialVersionUID = 1L;

    public RefusedCheckpoint(String message) {
        super(message);
    }
}
