package org.evenkeel.lab.simulate;

/** A flag whose value cannot be used; the message names both. */
public final class FlagException extends RuntimeException {
    public FlagException(String flag, String what) {
        super(flag + ": " + what);
    }
}
