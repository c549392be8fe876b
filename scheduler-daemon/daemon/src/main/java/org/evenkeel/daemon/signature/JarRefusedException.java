package org.evenkeel.daemon.signature;

/** A jar that must not be used here; the message says what is wrong with it, without its name. */
public final class JarRefusedException extends Exception {
    JarRefusedException(String message) {
        super(message);
    }
}
