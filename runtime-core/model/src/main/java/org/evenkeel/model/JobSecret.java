package org.evenkeel.model;

/**
 * What a job's id is computed from: who opens it at a daemon that does not know it shows this.
 *
 * @param key of the session that opened it
 * @param number drawn where the job is opened
 */
public record JobSecret(SessionKey key, long number) {

    /** None: of a program of an earlier version, or of a journal of one. */
    public static final JobSecret NONE = new JobSecret(SessionKey.NONE, 0);

    /** Whether this is the job's. */
    public boolean isOf(JobId job) {
        return !key.isNone() && key.job(number).equals(job);
    }
}
