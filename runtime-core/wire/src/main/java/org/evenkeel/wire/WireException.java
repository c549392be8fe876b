package org.evenkeel.wire;

/** A frame that breaks a rule of the wire. The link it came over cannot be trusted any further. */
public class WireException extends Exception {
    private final String field;

    /**
     * @param field where in the frame, e.g. {@code submit.groups.items.number}
     * @param problem what is wrong with it
     */
    public WireException(String field, String problem) {
        super(field + ": " + problem);
        this.field = field;
    }

    /** Where in the frame. */
    public String field() {
        return field;
    }
}
