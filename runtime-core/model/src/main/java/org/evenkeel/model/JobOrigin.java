package org.evenkeel.model;

/**
 * Whose a job is, as its owner has it written down at a replica.
 *
 * @param submitter name in the certificate of the client that opened it, empty for the machine's
 *     own user
 * @param secret what its id is computed from
 */
public record JobOrigin(String submitter, JobSecret secret) {

    /** Not known: the record is of an earlier version, or the job was not opened at its owner. */
    public static final JobOrigin NONE = new JobOrigin("", JobSecret.NONE);

    /** Whether nothing is known. */
    public boolean isNone() {
        return equals(NONE);
    }
}
