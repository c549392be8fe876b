package org.evenkeel.continuations.envelope;

import java.io.IOException;

/** A checkpoint in order, but not one that this JVM may resume from; the message says why. */
public final class RefusedCheckpoint extends IOException {

    public RefusedCheckpoint(String message) {
        super(message);
    }
}
