package org.evenkeel.wire;

/**
 * A frame with a value that this build does not know, as of a later one: the frame is skipped, and
 * nothing else about its link is wrong.
 */
public final class UnknownValueException extends WireException {
    /**
     * @param field where in the frame
     * @param value what is there
     */
    public UnknownValueException(String field, Object value) {
        super(field, value + " is unknown to this version");
    }
}
