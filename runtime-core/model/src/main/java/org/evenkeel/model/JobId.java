package org.evenkeel.model;

/**
 * A job (npid of the NRICS-SPM paper): all tasks that one program submitted under one name.
 *
 * @param value random 64-bit number, drawn where the job is opened
 */
public record JobId(long value) {

    @Override
    public String toString() {
        return Ids.text(value);
    }
}
