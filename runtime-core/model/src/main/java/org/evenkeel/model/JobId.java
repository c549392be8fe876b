package org.evenkeel.model;

/**
 * A job (npid of the NRICS-SPM paper): all tasks that one program submitted under one name.
 *
 * @param value random 64-bit number, drawn where the job is opened
 */
public record JobId(long value) {

    /**
     * Reads what {@link #toString()} writes.
     *
     * @throws IllegalArgumentException if it is anything else
     */
    public static JobId parse(String text) {
        try {
            return new JobId(Ids.parse(text.strip()));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is not a job id; a job id looks like 3k7x0a9q2m4fz", e);
        }
    }

    @Override
    public String toString() {
        return Ids.text(value);
    }
}
